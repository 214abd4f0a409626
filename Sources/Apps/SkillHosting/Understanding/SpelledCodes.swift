import SaybusInteractionModels
import SaybusMessages
import SaybusPhrases

/// A detector of codes of which only the digits are read: the 12 of "ABC 12", where the letters are written together.
struct SpelledCodes: Sendable {
    /// The most letters that are taken for a part of a code. Longer ones are a word: "number 12".
    private static let maximumLetters = 3

    /// The stems of the model's words: those of its samples, prompts, values and names of slots.
    private let stems: Set<String>
    /// Words that may stand beside any value: `is`, `the`, `uh`, `please`.
    private let words: Set<String>

    /// Creates a detector for a model with its samples.
    init(_ samples: [SampleShape], of model: InteractionModel, language: Language = .inUse) {
        func keys(_ texts: [String]) -> Set<String> { Set(texts.flatMap { Words.tokenize($0).map(\.key) }) }
        let slots = model.intents.flatMap(\.slots)
        var texts = model.prompts.values.flatMap { $0.map(\.value) }
        texts += slots.map(\.name) + slots.flatMap(\.samples)
        texts += model.types.flatMap(\.values).flatMap { [$0.value] + ($0.synonyms ?? []) }
        stems = Set(keys(texts).map(WordFamily.stem)).union(samples.flatMap { $0.words.map(\.stem) })
        let vocabulary = language.questionWords
        var beside = vocabulary.beforeValue + vocabulary.afterValue + vocabulary.determiners
        beside += vocabulary.agreeing + vocabulary.disagreeing + vocabulary.doubting + vocabulary.corrections
        words = keys(beside + language.fillers.leading + language.fillers.trailing)
            .union(language.functionWords).union(WordFamily.carriers).union(language.numbers.words)
            .union(language.times.months.keys)
    }

    /// Returns whether a value of a type is only a part of a code, to which a word beside it belongs.
    /// - Parameters:
    ///   - range: The place of the value.
    ///   - keys: The words of the sentence, as they are compared.
    ///   - type: The type of the value.
    func isPart(_ range: Range<Int>, of keys: [String], _ type: String) -> Bool {
        guard type == "AMAZON.AlphaNumeric" else { return false }
        return [range.lowerBound - 1, range.upperBound].contains { place in
            guard keys.indices.contains(place) else { return false }
            let key = keys[place]
            return key.count <= Self.maximumLetters && !words.contains(key) && !stems.contains(WordFamily.stem(key))
        }
    }
}
