import SaybusMessages

/// An interpreter of words that match one of several patterns.
public struct PatternInterpreter: VoiceRequestInterpreter {
    let matcher: PatternCommandMatcher

    /// Creates an interpreter for patterns.
    /// - Parameters:
    ///   - templates: The patterns.
    ///   - slotTypes: The types that the patterns use, in addition to text and numbers.
    public init(templates: [String], slotTypes: [Catalog.SlotType] = []) {
        matcher = PatternCommandMatcher(patterns: templates, slotTypes: slotTypes)
    }

    /// Returns the values of the pattern's parameters.
    public func interpret(_ result: SpeechRecognitionResult) -> Interpretation<PatternMatch> {
        if let empty: Interpretation<PatternMatch> = result.withoutWords() { return empty }
        for reading in result.readings {
            guard let suggestion = matcher.attemptMatch(reading) else { continue }
            return Interpretation(value: PatternMatch(entities: suggestion.parameters, transcription: reading))
        }
        return result.unfitting()
    }
}
