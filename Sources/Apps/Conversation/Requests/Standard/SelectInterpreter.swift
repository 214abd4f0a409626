import SaybusMessages
import SaybusPatternMatching

/// An interpreter of the choice of an option by its label, an alias or its position.
public struct SelectInterpreter: VoiceRequestInterpreter {
    private let options: [SelectOption]
    private let matcher: AnswerMatcher
    private static let places = PatternCommandMatcher(patterns: [
        "the @number:Number one", "number @number:Number", "the @number:Number", "option @number:Number",
        "item @number:Number", "@number:Number", "the number @number:Number", "the @number:Number option",
        "i take the @number:Number one", "i choose the @number:Number one",
    ])
    private static let last = PatternCommandMatcher(patterns: ["the last one", "the last", "last one"])

    /// Creates an interpreter for a list of options.
    public init(options: [SelectOption]) {
        self.options = options
        let wordings = options.map { [$0.label] + $0.aliases }
        // These phrases may surround a label. A label that contains such words itself has priority.
        let frames = [
            "", "the ", "a ", "i choose ", "i want ", "i'll take ", "i'd like ", "take ", "select ", "choose ",
        ]
        matcher = AnswerMatcher(
            wordings.map { wordings in
                frames.flatMap { frame in wordings.map { frame + $0 } } + wordings.map { "the \($0) one" }
            })
    }

    /// Returns the option and its index in the list.
    public func interpret(_ result: SpeechRecognitionResult) -> Interpretation<SelectResult> {
        if let empty: Interpretation<SelectResult> = result.withoutWords() { return empty }
        guard let index = matcher.index(of: result) ?? place(in: result), options.indices.contains(index) else {
            return result.unfitting()
        }
        return Interpretation(value: SelectResult(selectedOption: options[index], selectedIndex: index))
    }

    private func place(in result: SpeechRecognitionResult) -> Int? {
        for reading in result.readings {
            if let number = Self.places.attemptMatch(reading)?.parameters["number"]?.integer { return number - 1 }
            if Self.last.attemptMatch(reading) != nil { return options.count - 1 }
        }
        return nil
    }
}
