import SaybusPhrases

/// A detector of codes of which only the digits are read: the 12 of "ABC 12", where the letters are written together.
struct SpelledCodes: Sendable {
    /// The most letters that are taken for the beginning of a code. Longer ones are a word: "number 12".
    private static let mostLetters = 3

    /// The stems of the samples' words.
    private let stems: Set<String>
    /// Words that may stand before any value: `is`, `the`, `uh`.
    private let words: Set<String>

    /// Creates a detector for the samples of a model.
    init(_ samples: [SampleShape], language: Language = .inUse) {
        stems = Set(samples.flatMap { $0.words.map(\.stem) })
        let vocabulary = language.questionWords
        words = Set((vocabulary.beforeValue + vocabulary.determiners + language.fillers.leading).map(Words.key(of:)))
            .union(language.functionWords).union(WordFamily.carriers).union(language.numbers.words)
    }

    /// Returns whether a value of a type is only the end of a code, which begins with the word before it.
    /// - Parameters:
    ///   - type: The type of the value.
    ///   - key: The word before the value, as it is compared; nil when there is none.
    func isPart(of type: String, after key: String?) -> Bool {
        guard type == "AMAZON.AlphaNumeric", let key else { return false }
        return key.count <= Self.mostLetters && !words.contains(key) && !stems.contains(WordFamily.stem(key))
    }
}
