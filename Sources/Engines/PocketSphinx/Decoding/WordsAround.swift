/// The words that may be said around a sentence of a grammar and within it, and are in no text.
struct WordsAround: Sendable {
    /// A word of the dictionary.
    struct Word: Sendable {
        let name: String
        let phones: String
        /// The weight in a search, a penalty.
        let weight: Int32

        fileprivate static func words(_ words: [(name: String, phones: String)], _ weight: Int32) -> [Word] {
            words.map { Word(name: $0.name, phones: $0.phones, weight: weight) }
        }
    }

    /// No words: a search has the sentences only.
    static let none = WordsAround()
    /// The words within and after the sentences of a search.
    static let ofSearch = WordsAround(hesitations: Word.words(Hesitation.words, Hesitation.weight), trailing: behind)
    /// The words before and after one sentence that was found already.
    static let besideSentence = WordsAround(
        leading: Word.words(LeadingWord.courtesies, LeadingWord.weight)
            + Word.words(LeadingWord.objections, LeadingWord.objectionWeight),
        trailing: behind)

    /// All words, for a dictionary.
    static let all = WordsAround(
        hesitations: ofSearch.hesitations, leading: besideSentence.leading, trailing: behind)

    private static let behind = Word.words(TrailingWord.courtesies + TrailingWord.corrections, TrailingWord.weight)

    /// The words that may be said wherever many words of the grammar may follow.
    var hesitations: [Word] = []
    /// The words that may be said before a sentence.
    var leading: [Word] = []
    /// The words that may be said after a sentence.
    var trailing: [Word] = []

    /// All words, each name once.
    var words: [Word] {
        var seen: Set<String> = []
        return (hesitations + leading + trailing).filter { seen.insert($0.name).inserted }
    }
}
