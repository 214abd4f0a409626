import SaybusPhrases

extension InteractionModel {
    /// The patterns of one of Alexa's built-in intents, such as `AMAZON.StopIntent`; none for others. English.
    public static func builtInPatterns(of intent: String) -> [String] {
        intent.hasPrefix("AMAZON.") ? BuiltInIntents.patterns[String(intent.dropFirst(7))] ?? [] : []
    }

    /// Samples as patterns, in which only braces have a meaning; those that are none, or name a slot that there is not, are left out.
    /// - Parameter slots: The names that may stand in braces.
    public static func patterns(ofSamples samples: [String], slots: [String]) -> [String] {
        samples.map { InteractionModelReader.pattern(of: $0) }.filter { pattern in
            guard let template = try? PhraseTemplate(pattern) else { return false }
            return template.parameters.allSatisfy { slots.contains($0.name) }
        }
    }
}
