import SaybusDispatch
import SaybusMessages
import SaybusPhrases

/// An interpreter of spoken numbers: cardinals, ordinals, decimals, and single digits.
///
/// The number may have a unit and stand in a sentence: "about ten minutes, I think", "no, five". A sentence with more
/// than one number is no answer, nor is one that is a command ("wake me at seven") or rejects the number ("don't make
/// it forty"). Two numbers in a row are a year where the range has none below 1000, and where it has the year, but
/// neither of the two numbers.
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
        let isCommand = result.isCommand
        for reading in result.rivalReadings {
            var answer = Self.matcher.attemptMatch(reading)?.parameters["number"]?.number
            if answer == nil {
                let found = numbers(of: AnswerText(reading))
                let mayAnswer = !isCommand || Self.beginsWithNumber(reading)
                if found.isUnwanted, reading == result.transcript {
                    let isCalledOff = found == .calledOff && mayAnswer
                    return result.unfitting(isCalledOff ? .calledOff : .invalidInput, .notANumber)
                }
                if mayAnswer { answer = found.only }
            }
            guard let number = answer else { continue }
            guard range?.contains(number) != false else {
                return Interpretation(errors: [ValidationError(.invalidInput, reason: outside(number))])
            }
            return Interpretation(value: number)
        }
        return result.unfitting(.invalidInput, .notANumber)
    }

    private func numbers(of answer: AnswerText) -> AnswerValue<Double> {
        guard let range else { return answer.numbers() }
        if range.lowerBound >= NumberParser.minimumYear { return answer.numbers(takesYears: true) }
        let found = answer.numbers()
        guard !found.all.isEmpty, !found.all.contains(where: range.contains) else { return found }
        let year = answer.numbers(takesYears: true)
        return year.only.map(range.contains) == true ? year : found
    }

    /// Whether nothing that means something precedes the number, other than a correction: "twenty degrees" is an answer
    /// even where it is a command, too.
    private static func beginsWithNumber(_ text: String) -> Bool {
        let skipped = Language.inUse.functionWords.union(Language.inUse.questionWords.corrections)
        let first = Words.tokenize(text).first { !skipped.contains($0.key) }
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
