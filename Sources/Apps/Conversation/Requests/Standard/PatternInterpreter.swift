import SaybusMessages

/// Takes what fits one of several patterns apart.
public struct PatternInterpreter: VoiceRequestInterpreter {
    private let matcher: PatternCommandMatcher

    /// Creates an interpreter for patterns.
    /// - Parameter slotTypes: the types that they name, besides text and numbers.
    public init(templates: [String], slotTypes: [Catalog.SlotType] = []) {
        matcher = PatternCommandMatcher(patterns: templates, slotTypes: slotTypes)
    }

    /// What the parameters stand for.
    public func interpret(_ result: SpeechRecognitionResult) -> Interpretation<PatternMatch> {
        if let empty: Interpretation<PatternMatch> = result.withoutWords() { return empty }
        for reading in result.readings {
            guard let suggestion = matcher.attemptMatch(reading) else { continue }
            return Interpretation(value: PatternMatch(entities: suggestion.parameters, transcription: reading))
        }
        return result.unfitting()
    }
}
