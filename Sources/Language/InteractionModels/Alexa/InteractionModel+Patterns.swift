import SaybusPhrases

extension InteractionModel {
    /// Returns the English patterns of one of Alexa's built-in intents, such as `AMAZON.StopIntent`; none for
    /// other intents.
    public static func builtInPatterns(of intent: String) -> [String] {
        intent.hasPrefix("AMAZON.") ? BuiltInIntents.patterns[String(intent.dropFirst(7))] ?? [] : []
    }

    /// Returns samples as patterns. Only braces have a meaning in samples. Samples that are not valid, or
    /// have other slots, are omitted.
    /// - Parameter slots: The names that may stand in braces.
    public static func patterns(ofSamples samples: [String], slots: [String]) -> [String] {
        samples.map { InteractionModelReader.pattern(of: $0) }.filter { pattern in
            guard let template = try? PhraseTemplate(pattern) else { return false }
            return template.parameters.allSatisfy { slots.contains($0.name) }
        }
    }
}
