/// The words of ``QuestionVocabulary`` as keys, for comparisons.
struct AnswerWords: Sendable {
    let language: Language
    let beforeValue: [[String]]
    /// The phrases after a value with their words in reverse order.
    let afterValue: [[String]]
    let lastWordsBefore: Set<String>
    let corrections: [[String]]
    let negations: Set<String>
    let determiners: Set<String>
    let agreeing: Set<String>
    let disagreeing: Set<String>
    let doubting: Set<String>
    /// The words that turn around what follows: `don't`.
    let opposing: Set<String>
    /// The phrases that exclude the value after them: `anything but`.
    let excluding: [[String]]
    /// The words of `opposing` that forbid what follows: `don't`, but not `won't`.
    let prohibiting: Set<String>
    /// The phrases that reject nothing: `don't worry`.
    let neutral: [[String]]
    /// The phrases that reject no value, but may object after a yes: `don't know`.
    let unsure: [[String]]
    /// The phrases that make the value after them a limit: `more than`.
    let limits: [[String]]
    /// The words that join values: `or`.
    let joining: Set<String>
    /// The replies that disagree with a word that does so behind a value, too: `not at all`, `no thanks`.
    let refusals: Set<[String]>
    /// Words after which a value is meant, whatever was before: `I don't know, maybe ten`.
    let hedges: Set<String>
    /// Words without meaning that may precede an answer: `um`.
    let fillers: Set<String>
    /// The phrases that call a question off.
    let cancelling: [[String]]
    /// The phrases that call a question off where they mean nothing else: `stop`.
    let stopping: [[String]]

    /// The phrases that call a question off even after a yes: `never mind`.
    let dismissing: [[String]]

    private static let inUse = AnswerWords(.inUse)

    /// The words of a language; those of the language in use are prepared once.
    static func of(_ language: Language) -> AnswerWords { language == .inUse ? inUse : AnswerWords(language) }

    init(_ language: Language) {
        let words = language.questionWords
        func keys(_ phrases: [String]) -> [[String]] {
            phrases.map { Words.tokenize($0, orthography: language.orthography).map(\.key) }
                .filter { !$0.isEmpty }
        }
        func set(_ phrases: [String]) -> Set<String> { Set(keys(phrases).flatMap(\.self)) }
        self.language = language
        beforeValue = keys(words.beforeValue)
        afterValue = keys(words.afterValue).map { $0.reversed() }
        lastWordsBefore = Set(keys(words.beforeValue).compactMap(\.last))
        corrections = keys(words.corrections)
        (negations, determiners) = (set(words.negations), set(words.determiners))
        (agreeing, disagreeing, doubting) = (set(words.agreeing), set(words.disagreeing), set(words.doubting))
        opposing = words.opposingWords
        excluding = keys(words.excludingPhrases)
        (prohibiting, joining) = (words.prohibitingWords, words.joiningWords)
        (neutral, unsure, limits) = (keys(words.neutralPhrases), keys(words.unsurePhrases), keys(words.limitPhrases))
        let refusing = words.opposingWords.union(set(words.disagreeing))
        refusals = Set(keys(Self.sentences(of: language.replies.no, limit: Self.maximumRefusals)))
            .filter { $0.contains(where: refusing.contains) }
        hedges = Set(words.doubting).intersection(words.beforeValue)
        fillers = Set(language.fillers.leading)
        cancelling = keys(Self.sentences(of: words.cancel))
        stopping = keys(Self.sentences(of: words.stop ?? []))
        dismissing = keys(Self.sentences(of: words.dismissingPatterns))
    }

    /// The most sentences of a pattern that are told from others.
    private static let maximumSentences = 100

    /// The most sentences of a pattern that disagrees.
    private static let maximumRefusals = 1000

    /// Returns the sentences of patterns. A pattern with parameters has none.
    private static func sentences(of patterns: [String], limit: Int = maximumSentences) -> [String] {
        patterns.flatMap { pattern in
            ((try? PhraseTemplate(pattern))?.expression.texts(limit: limit) ?? []).map(\.text)
        }
    }
}
