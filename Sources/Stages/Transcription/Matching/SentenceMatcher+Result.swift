import Foundation
import SaybusMessages

extension SentenceMatcher {
    /// The most cost of a match for each heard word that is no value, and for the whole, at which the sentence is
    /// taken.
    private static let (maximumCostPerWord, maximumCost) = (0.25, 1.8)
    /// The factor by which the confidence falls for each unit of cost.
    private static let trustPerCost = 0.5

    /// Returns a match that is near enough to be what was said.
    ///
    /// Words that an open parameter takes say nothing for the sentence: anything at all would be "we need" anything. A
    /// sentence without the negation that was heard is another one.
    func nearMatch(_ words: [String]) -> Match? {
        match(words).flatMap { found in
            let others = found.openWords > 0 ? words.count - found.openWords : max(1, words.count)
            let isNear = found.cost - found.openCost <= Self.maximumCostPerWord * Double(max(0, others))
            guard found.cost <= Self.maximumCost, isNear, !Self.losesNegation(of: words, in: found.words) else {
                return nil
            }
            return found
        }
    }

    /// Returns a result whose text is the sentence that it is close to, if there is one. The heard text becomes an
    /// alternative then.
    /// - Parameter free: Turns the confidence in words that are not listed into the probability that they are right.
    func matched(_ result: RecognitionResult, free: (Double) -> Double) -> RecognitionResult {
        guard !result.text.isEmpty else { return result }
        var matched = result
        guard let found = nearMatch(result.text.split(separator: " ").map(String.init)) else {
            matched.confidence = free(result.confidence)
            return matched
        }
        let text = found.words.joined(separator: " ")
        if found.openWords > 0 { matched.confidence = free(result.confidence) }
        guard text != result.text else { return matched }
        matched.text = text
        matched.words = []
        matched.confidence *= pow(Self.trustPerCost, found.cost)
        matched.alternatives.insert(.init(text: result.text, confidence: matched.confidence * 0.9), at: 0)
        return matched
    }
}
