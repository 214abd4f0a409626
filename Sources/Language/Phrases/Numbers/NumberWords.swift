/// The words in which a number is looked for, with their meanings in a language. A position after the last word that
/// counts has no word, and no meaning.
struct NumberWords {
    private var words: [String]
    /// The language's number words. Read its tables in place: a copy of the vocabulary costs more than most numbers.
    let vocabulary: NumberVocabulary
    /// The number of words that count; those behind them are not read.
    private(set) var count: Int

    init(_ words: [String], vocabulary: NumberVocabulary) {
        (self.words, self.vocabulary) = (words, vocabulary)
        count = words.count
    }

    /// Lets only the first words count.
    mutating func limit(to count: Int) { self.count = count }

    /// Removes the written sign before the first word.
    mutating func removeSign() { words[0].removeFirst() }

    subscript(position: Int) -> String? { position < count ? words[position] : nil }

    /// Returns the words that count from a position on; none from a position behind them.
    func suffix(from position: Int) -> ArraySlice<String> { words[min(position, count)..<count] }

    // MARK: Meanings

    func isArticle(at position: Int) -> Bool { self[position].map(vocabulary.articles.contains) ?? false }

    func isConjunction(at position: Int) -> Bool { self[position].map(vocabulary.conjunctions.contains) ?? false }

    func isJoinedHalf(at position: Int) -> Bool { self[position].map(vocabulary.joinedHalves.contains) ?? false }

    func isHundred(at position: Int) -> Bool { self[position].map(vocabulary.hundreds.contains) ?? false }

    func isPoint(at position: Int) -> Bool { self[position].map(vocabulary.points.contains) ?? false }

    func unit(at position: Int) -> Int? { self[position].flatMap { vocabulary.units[$0] } }

    func scale(at position: Int) -> Double? { self[position].flatMap { vocabulary.scales[$0] } }

    func fraction(at position: Int) -> Double? { self[position].flatMap { vocabulary.fractions[$0] } }

    func extraDigit(at position: Int) -> Int? { self[position].flatMap { vocabulary.extraDigits[$0] } }
}
