import SaybusPhrases

extension InteractionModel {
    /// Returns the patterns of one of Alexa's built-in intents, such as `AMAZON.StopIntent`; none for other intents.
    /// - Parameters:
    ///   - intent: The intent's name.
    ///   - language: The model's language, as a BCP 47 tag.
    public static func builtInPatterns(of intent: String, language: String = "en-US") -> [String] {
        intent.hasPrefix("AMAZON.") ? SkillVocabulary.patterns(of: intent, for: language) : []
    }

    /// Returns samples as patterns. Only braces have a meaning in samples. Samples that are not valid, or
    /// have other slots, are omitted.
    /// - Parameters:
    ///   - samples: The samples.
    ///   - slots: The names that may stand in braces.
    public static func patterns(ofSamples samples: [String], slots: [String]) -> [String] {
        let spellings = samples.flatMap { [$0] + InteractionModelReader.spellings(of: $0) }
        return spellings.map { InteractionModelReader.pattern(of: $0) }.filter { pattern in
            guard let template = try? PhraseTemplate(pattern) else { return false }
            return template.parameters.allSatisfy { slots.contains($0.name) }
        }
    }
}
