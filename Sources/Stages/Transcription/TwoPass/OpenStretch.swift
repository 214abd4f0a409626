import Foundation
import SaybusMessages

/// The sound in which the words of open parameters were said, with a listed word on either side.
struct OpenStretch: Sendable, Equatable {
    /// The samples before the first and after the last word, so that no sound at the edges is lost: 200 ms.
    private static let margin = TurnBuffer.rate / 5

    /// The range of samples.
    let samples: Range<Int>
    /// The listed words before and after it.
    let before: [String]
    let after: [String]

    /// Finds the stretch in a result.
    ///
    /// Nil when the result has no open words, does not say when they were said, or has no further words that could be
    /// left out.
    init?(_ result: RecognitionResult, of automaton: WordAutomaton, sampleCount: Int) {
        let words = result.text.split(separator: " ").map(String.init)
        guard result.words.map(\.word) == words, let open = automaton.openWords(in: words) else { return nil }
        let (first, last) = (max(0, open.lowerBound - 1), min(words.count - 1, open.upperBound))
        (before, after) = (Array(words[..<first]), Array(words[(last + 1)...]))
        let perMs = TurnBuffer.rate / 1000
        let start = max(0, result.words[first].startMs * perMs - Self.margin)
        let end = min(sampleCount, result.words[last].endMs * perMs + Self.margin)
        guard start < end, before.count + after.count > 0 else { return nil }
        samples = start..<end
    }

    /// Returns the result for the whole turn, from what another engine heard in the stretch; nil when that makes no
    /// sentence.
    func completed(_ heard: RecognitionResult, by matcher: SentenceMatcher) -> RecognitionResult? {
        // The engine itself may have taken the words for the beginning of a sentence; then they are an alternative.
        let text = heard.alternatives.first?.text ?? heard.text
        let inner = text.split(separator: " ").map(String.init)
        let words = before + inner + after
        guard !inner.isEmpty, let found = matcher.nearMatch(words), found.openWords > 0 else { return nil }
        var result = heard
        result.text = found.words.joined(separator: " ")
        if found.words != words { result.confidence *= pow(SentenceMatcher.trustPerCost, found.cost) }
        (result.words, result.alternatives, result.empty) = ([], [], nil)
        return result
    }
}

extension WordAutomaton {
    /// Returns the range from the first to the last word of a sentence that only open parameters take; nil without one,
    /// and for words that are no sentence.
    func openWords(in sentence: [String]) -> Range<Int>? {
        // The fewest open words that lead to each state, by their places.
        var ways: [Int: [Int]] = [0: []]
        for (place, word) in sentence.enumerated() {
            var next: [Int: [Int]] = [:]
            for (state, open) in ways {
                for arc in arcs[state] {
                    let isOpen = words[arc.word] == Self.anyWord
                    guard isOpen || words[arc.word] == word else { continue }
                    let way = isOpen ? open + [place] : open
                    if next[arc.to].map({ Self.isBetter(way, than: $0) }) ?? true { next[arc.to] = way }
                }
            }
            ways = next
        }
        let ends = ways.filter { finals.contains($0.key) }.values
        let best = ends.min { Self.isBetter($0, than: $1) }
        guard let first = best?.first, let last = best?.last else { return nil }
        return first..<last + 1
    }

    /// Fewer open words are better; of as many, the order of their places decides, so that the result is always the
    /// same.
    private static func isBetter(_ one: [Int], than other: [Int]) -> Bool {
        one.count != other.count ? one.count < other.count : one.lexicographicallyPrecedes(other)
    }
}
