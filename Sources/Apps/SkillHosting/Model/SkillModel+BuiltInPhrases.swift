import SaybusDispatch
import SaybusInteractionModels
import SaybusMessages
import SaybusPatternMatching
import SaybusPhrases

/// The precedence of a skill's own values over the phrases of built-in intents.
extension SkillModel {
    /// Returns the hypothesis by which a text is a value of the skill's own slots, where the best one is a phrase of a
    /// built-in intent: "true" is an answer of a quiz, although it agrees elsewhere, and "turn off the desk lamp" is
    /// for the lamp, although it ends a skill of this name. Nil when there is none, and for the words without which
    /// nobody can stop or answer a skill: "stop", "yes".
    /// - Parameters:
    ///   - best: The best hypothesis.
    ///   - text: The text.
    ///   - hypotheses: All hypotheses of the text.
    ///   - expectation: The utterances that the skill expects.
    ///   - match: Returns the hypotheses of a part of the text.
    func listedValue(
        insteadOf best: SpeechIntent.Hypothesis, in text: String, among hypotheses: [SpeechIntent.Hypothesis],
        expecting expectation: SkillExpectation, match: (String) -> [SpeechIntent.Hypothesis]
    ) -> SpeechIntent.Hypothesis? {
        // A skill's own sample for a built-in intent is no phrase of the language.
        guard !expectation.isConfirmation, best.type.hasPrefix("AMAZON."), let phrase = best.matcher,
            builtInPhrases(best.type).contains(phrase) || launch.closing.contains(phrase),
            !isReserved(text, for: best.type)
        else { return nil }
        if let listed = Self.listedValue(among: hypotheses) { return listed }
        // "True please" is a phrase that agrees, as a whole.
        let words = Words.normalize(text)
        for core in AnswerText(text).cores {
            let part = Words.normalize(core)
            guard part.count < words.count, !isReserved(core, for: best.type),
                let listed = Self.listedValue(among: match(core))
            else { continue }
            // "That's true" is one of a quiz, but "that's right" agrees, unless its opposite is a value, too.
            if words.starts(with: part) || isVerdict(listed) { return listed }
        }
        return nil
    }

    /// Returns whether a value's type has values that agree and values that disagree: "true" and "false".
    private func isVerdict(_ hypothesis: SpeechIntent.Hypothesis) -> Bool {
        let replies = PatternMatcher([
            Catalog(
                app: "",
                commands: [
                    Catalog.Command(type: Self.yes, patterns: builtInPhrases("YesIntent")),
                    Catalog.Command(type: Self.no, patterns: builtInPhrases("NoIntent")),
                ])
        ])
        return hypothesis.parameters.values.contains { parameter in
            let values = interaction.types.first { $0.name == parameter.type }?.values ?? []
            let meanings = values.flatMap { [$0.value] + ($0.synonyms ?? []) }.compactMap {
                replies.match($0).first?.type
            }
            return Set(meanings).count > 1
        }
    }

    /// Returns the first hypothesis whose parameters are all listed values.
    private static func listedValue(among hypotheses: [SpeechIntent.Hypothesis]) -> SpeechIntent.Hypothesis? {
        hypotheses.first { other in
            !other.type.hasPrefix("AMAZON.") && !other.isCall && other.competingIntent == nil
                && !other.parameters.isEmpty
                && other.parameters.values.allSatisfy { value in
                    value.resolution.map { $0.status != .unmatched } ?? false
                }
        }
    }

    /// Returns whether a text is a word that always means a built-in intent: the first word of its phrases, and for yes
    /// and no each word that agrees or disagrees by itself.
    private func isReserved(_ text: String, for intent: String) -> Bool {
        let words = Words.tokenize(text).map(\.key)
        guard words.count == 1, let word = words.first else { return false }
        let vocabulary = Language.inUse.questionWords
        let first = builtInPhrases(intent).first.flatMap { Words.tokenize($0).first?.key }
        switch intent {
        case "AMAZON.YesIntent": return word == first || vocabulary.agreeing.contains(word)
        case "AMAZON.NoIntent": return word == first || vocabulary.disagreeing.contains(word)
        case "AMAZON.StopIntent", "AMAZON.CancelIntent", "AMAZON.HelpIntent": return word == first
        default: return false
        }
    }
}
