import SaybusPhrases
import SaybusStatisticalMatching

/// The words that turn a command into something else and that no sample of a model had. The model takes a sentence with
/// them for the command: it has never learnt that "don't unlock the door" is another one.
struct UnseenWords: Sendable {
    private static let interrogatives: Set<String> = ["why", "how", "what", "when", "where", "who", "which", "whose"]

    private let negations: Set<String>
    /// Empty when samples had any of them.
    private let questionWords: Set<String>

    /// Takes the words that a model has not seen.
    init(_ model: StatisticalModel) {
        negations = BackgroundSpeech.negations.filter { !model.knows($0) }
        let words = BackgroundSpeech.questionVerbs.union(Self.interrogatives)
        // A model that has seen questions tells others apart.
        questionWords = words.contains(where: model.knows) ? [] : words
    }

    /// Returns whether a text has a negation, or begins as a question, with a word that no sample had.
    /// - Parameter values: The places of the values, in characters, whose words do not count.
    func change(_ text: String, besides values: [Range<Int>]) -> Bool {
        let tokens = Words.tokenize(text).filter { token in !values.contains { $0.overlaps(token.range) } }
        let first = tokens.first { !BackgroundSpeech.ownFillers.contains($0.key) }
        return first.map { questionWords.contains($0.key) } ?? false || tokens.contains { negations.contains($0.key) }
    }
}
