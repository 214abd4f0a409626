import SaybusMessages
import SaybusPhrases

/// An interpreter of spoken numbers: cardinals, ordinals, decimals, and single digits.
///
/// The number may have a unit and stand in a sentence: "about ten minutes, I think", "no, five". A sentence with more
/// than one number is no answer, nor is one that is a command: "wake me at seven".
public struct NumericalInterpreter: VoiceRequestInterpreter {
    /// The range of valid numbers; nil for all.
    public let range: ClosedRange<Double>?
    private static let matcher = PatternCommandMatcher(patterns: [
        "@number:Number", "the @number:Number", "number @number:Number", "the number @number:Number",
        "the @number:Number one",
    ])

    /// Creates an interpreter.
    public init(range: ClosedRange<Double>? = nil) { self.range = range }

    /// Returns the spoken number.
    public func interpret(_ result: SpeechRecognitionResult) -> Interpretation<Double> {
        if let empty: Interpretation<Double> = result.withoutWords() { return empty }
        let isCommand = result.hypotheses.first.map { $0.confidence >= Confidence.likely } ?? false
        for reading in result.rivalReadings {
            guard
                let number = Self.matcher.attemptMatch(reading)?.parameters["number"]?.number
                    ?? (isCommand && !Self.beginsWithNumber(reading) ? nil : AnswerText(reading).number)
            else { continue }
            guard range?.contains(number) != false else {
                return Interpretation(errors: [ValidationError(.invalidInput, reason: outside(number))])
            }
            return Interpretation(value: number)
        }
        return Interpretation(
            errors: [
                ValidationError(.invalidInput, reason: BuiltInSentence.notANumber.text(["words": result.transcript]))
            ])
    }

    /// Whether nothing that means something precedes the number: "twenty degrees" is an answer even where it is a
    /// command, too.
    private static func beginsWithNumber(_ text: String) -> Bool {
        let first = Words.tokenize(text).first { !Language.inUse.functionWords.contains($0.key) }
        return first.map { !NumberParser().prefixes(of: [$0]).isEmpty } ?? false
    }

    private func outside(_ number: Double) -> String {
        guard let range else { return "" }
        let sentence =
            range.upperBound == .infinity
            ? BuiltInSentence.tooSmall : range.lowerBound == -.infinity ? .tooLarge : .outside
        return sentence.text([
            "number": number.spokenText, "least": range.lowerBound.spokenText, "most": range.upperBound.spokenText,
        ])
    }
}
