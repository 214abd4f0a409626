import SaybusMessages
import SaybusPhrases

/// An interpreter of words that match one of several patterns, alone or within a sentence: "I'd like a large one
/// please". An answer that matches none and ends with "never mind" cancels the question.
public struct PatternInterpreter: VoiceRequestInterpreter {
    let matcher: PatternCommandMatcher
    /// Whether a pattern has a place for any words.
    private let takesAnyWords: Bool

    /// Creates an interpreter for patterns.
    /// - Parameters:
    ///   - templates: The patterns.
    ///   - slotTypes: The types that the patterns use, in addition to text and numbers.
    public init(templates: [String], slotTypes: [Catalog.SlotType] = []) {
        matcher = PatternCommandMatcher(patterns: templates, slotTypes: slotTypes)
        let open = Set(slotTypes.filter { $0.isOpen == true || $0.base != nil }.map(\.name)).union([
            PhraseTemplate.textType
        ])
        takesAnyWords = templates.compactMap { try? PhraseTemplate($0) }.contains { template in
            template.parameters.contains { open.contains($0.type) || $0.type.hasPrefix("AMAZON.") }
        }
    }

    /// Returns the values of the pattern's parameters.
    public func interpret(_ result: SpeechRecognitionResult) -> Interpretation<PatternMatch> {
        if let empty: Interpretation<PatternMatch> = result.withoutWords() { return empty }
        for reading in result.rivalReadings {
            if let suggestion = matcher.attemptMatch(reading) ?? suggestion(within: reading) {
                return Interpretation(value: PatternMatch(entities: suggestion.parameters, transcription: reading))
            }
            if reading == result.transcript, AnswerText(reading).isCalledOff { return result.unfitting(.calledOff) }
        }
        return result.unfitting()
    }

    /// Returns the longest match without the phrases around it. Patterns without places for any words are searched for
    /// at any place of the sentence.
    private func suggestion(within reading: String) -> CommandSuggestion? {
        let answer = AnswerText(reading)
        let match = answer.cores.lazy.compactMap { matcher.attemptMatch($0) }.first
        return match ?? (takesAnyWords ? nil : answer.parts.lazy.compactMap { matcher.attemptMatch($0) }.first)
    }
}
