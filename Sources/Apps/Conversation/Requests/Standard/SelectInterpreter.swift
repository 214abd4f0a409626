import SaybusPhrases

/// An interpreter of the choice of an option by its label, an alias, its position, or any word that only this option
/// has: "Susan" for Susan Pikachu, "the blue one, I think". An option that the user rejects is none: "anything but
/// blue". Nor is one that stands in a command, which has other words, too: "turn off the red lamp".
public struct SelectInterpreter: VoiceRequestInterpreter {
    private let options: [SelectOption]
    private let matcher: AnswerMatcher
    private let words: OptionWords
    private let numbers: OptionNumbers
    private static let places = PatternCommandMatcher(patterns: [
        "the @number:Number one", "number @number:Number", "the @number:Number", "option @number:Number",
        "item @number:Number", "the number @number:Number", "the @number:Number option",
    ])
    private static let number = PatternCommandMatcher(patterns: ["@number:Number"])
    private static let last = PatternCommandMatcher(patterns: Language.inUse.questionWords.lastOne)

    /// Creates an interpreter for a list of options.
    public init(options: [SelectOption]) {
        self.options = options
        let names = options.map { [$0.label] + $0.aliases }
        matcher = AnswerMatcher(names.map { $0 + $0.map(OptionNumbers.inDigits).filter { !$0.isEmpty } })
        words = OptionWords(names)
        numbers = OptionNumbers(names)
    }

    /// Returns the option and its index in the list.
    public func interpret(_ result: SpeechRecognitionResult) -> Interpretation<SelectResult> {
        if let empty: Interpretation<SelectResult> = result.withoutWords() { return empty }
        // An alternative counts only after all that the surer words before it could mean.
        for reading in result.rivalReadings {
            let found = option(in: reading, isCommand: result.isCommand)
            if let index = found.only {
                return Interpretation(value: SelectResult(selectedOption: options[index], selectedIndex: index))
            }
            if found.isUnwanted, reading == result.transcript {
                return found == .calledOff ? result.unfitting(.calledOff) : unclear(result)
            }
        }
        return unclear(result)
    }

    /// Returns the index of the option that some words name. The name itself counts more than a position, and a
    /// position more than a word within a sentence.
    ///
    /// A number alone that occurs in the name of an option is no position: of "floor 3", "floor 2" and "floor 1", "one"
    /// selects "floor 1". A user who means the position can say "the first one".
    private func option(in reading: String, isCommand: Bool) -> AnswerValue<Int> {
        let answer = AnswerText(reading)
        let wordings = answer.cores.lazy.flatMap { [$0, OptionNumbers.inDigits($0)] }
        if let index = wordings.compactMap({ matcher.index(of: $0) }).first { return .given([index]) }
        let numbered = numbered(by: reading)
        if !numbered.isEmpty { return .given(numbered) }
        if let index = ([reading] + answer.cores).lazy.compactMap(place(in:)).first(where: options.indices.contains) {
            return .given([index])
        }
        return named(in: reading, isCommand: isCommand)
    }

    /// Returns the options whose names, or words of them, are in an answer. A word that several options have tells
    /// nothing beside one of them. A command answers only if it has no other words.
    private func named(in reading: String, isCommand: Bool) -> AnswerValue<Int> {
        switch AnswerText(reading).values(of: words.names) {
        case .absent: return .absent
        case .rejected: return .rejected
        case .calledOff: return .calledOff
        case .given where isCommand && !words.makeUp(reading): return .absent
        case .given(let values):
            let certain = Set(values.filter { $0.count == 1 }.flatMap(\.self))
            let others = values.filter { $0.isDisjoint(with: certain) }
            return .given(others.reduce(certain) { $0.union($1) })
        }
    }

    /// Returns the options in whose names a number stands that is said alone.
    private func numbered(by reading: String) -> Set<Int> {
        let texts = [reading] + AnswerText(reading).cores
        return texts.lazy.compactMap { numbers.number($0) }.first.map { numbers.options(with: $0) } ?? []
    }

    private func place(in text: String) -> Int? {
        // Within a sentence, "one" alone is no number: "I'd like one please".
        let isOne = Words.tokenize(text).count == 1
        if let number = Self.places.attemptMatch(text)?.parameters["number"]?.integer { return index(at: number) }
        if isOne, let number = Self.number.attemptMatch(text)?.parameters["number"]?.integer {
            return index(at: number)
        }
        return Self.last.attemptMatch(text) != nil ? options.count - 1 : nil
    }

    /// Returns the index of a position that is counted from one; nil when there is no such option.
    private func index(at number: Int) -> Int? { number < 1 || number > options.count ? nil : number - 1 }

    /// Returns the error for an answer that names no option, or several.
    private func unclear(_ result: SpeechRecognitionResult) -> Interpretation<SelectResult> {
        let named = named(in: result.transcript, isCommand: result.isCommand)
        let meant = named.all.union(numbered(by: result.transcript))
        guard meant.count > 1, meant.count < options.count || options.count == 2 else { return result.unfitting() }
        let labels = meant.sorted().map { options[$0].label }
        let reason = BuiltInSentence.ambiguous.text(["list": SpokenList.alternatives(labels)])
        return Interpretation(
            errors: [ValidationError(.invalidInput, reason: reason)])
    }
}
