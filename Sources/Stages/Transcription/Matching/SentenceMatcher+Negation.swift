import SaybusPhrases

extension SentenceMatcher {
    private static let negations: Set<String> = {
        let questions = Language.inUse.questionWords
        return questions.opposingWords.union(questions.prohibitingWords).union(questions.negations.map(Words.key))
    }()

    /// Returns whether heard words have a negation or a prohibition, and the sentence has none: "don't turn on the
    /// light" is not "turn on the light".
    static func losesNegation(of heard: [String], in sentence: [String]) -> Bool {
        !negations.isDisjoint(with: heard.map(Words.key)) && negations.isDisjoint(with: sentence.map(Words.key))
    }
}
