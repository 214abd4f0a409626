import SaybusDispatch
import SaybusMessages
import SaybusPatternMatching
import SaybusPhrases

/// Samples of which one explains more words of an utterance than another, whose slot takes them for a value.
extension SkillModel {
    /// Returns the meaning of a request by a sample that begins with the word between the skill's name and the request,
    /// as in "nach der distanz von {from} nach {to}"; nil when none does, or none with more words of its own than the
    /// sample for the request without that word.
    func linkedReading(
        of linked: String, insteadOf request: String, _ dynamic: [Catalog.SlotType]
    ) -> SkillReading? {
        guard let found = sample(for: linked, dynamic), Self.beginsWithOwnWord(found) else { return nil }
        let other = sample(for: request, dynamic).map { Self.ownWords(of: $0, in: request) } ?? 0
        guard Self.ownWords(of: found, in: linked) > other else { return nil }
        return patternReading(of: linked, expecting: .intents, dynamic)
    }

    /// Returns a match of the same intent with more of a sample's own words, which begins behind words that would be
    /// part of a value: "tell me the distance between a and b" is no distance from "tell me the distance between a".
    /// - Parameters:
    ///   - best: The match of the whole text.
    ///   - loose: Its values that no list has.
    ///   - text: The utterance.
    ///   - dynamic: The dynamic entities of the session.
    /// - Returns: Nil when there is none, or words before it may say the opposite.
    func laterSample(
        than best: SpeechIntent.Hypothesis, _ loose: [String: Parameter], in text: String,
        _ dynamic: [Catalog.SlotType]
    ) -> SpeechIntent.Hypothesis? {
        guard let end = loose.values.lazy.compactMap(\.span).first(where: { $0.start == 0 })?.end else { return nil }
        let tokens = Words.tokenize(text)
        let own = Self.ownWords(of: best, in: text)
        for (place, token) in tokens.enumerated().dropFirst().prefix(Self.maximumSkippedWords)
        where token.range.lowerBound < end {
            let rest = String(text.dropFirst(token.range.lowerBound))
            guard let found = sample(for: rest, dynamic), found.type == best.type, Self.beginsWithOwnWord(found),
                Self.ownWords(of: found, in: rest) > own
            else { continue }
            return paraphrases.hasNegation(tokens.prefix(place).map(\.key)) ? nil : found
        }
        return nil
    }

    /// The most words before a sample that are not part of it.
    private static let maximumSkippedWords = 8

    private func sample(for text: String, _ dynamic: [Catalog.SlotType]) -> SpeechIntent.Hypothesis? {
        matcher(for: .intents, dynamic).match(text).first { !$0.isCall && $0.competingIntent == nil }
    }

    /// Returns the number of words in a text that are those of the sample, not of values.
    private static func ownWords(of match: SpeechIntent.Hypothesis, in text: String) -> Int {
        Words.normalize(text).count - match.parameters.values.reduce(0) { $0 + Words.normalize($1.words).count }
    }

    private static func beginsWithOwnWord(_ match: SpeechIntent.Hypothesis) -> Bool {
        match.parameters.values.allSatisfy { $0.span?.start != 0 }
    }
}
