/// The words that may be said around a sentence of a grammar and within it, and are in no text.
struct WordsAround: Sendable {
    /// A word's name in the dictionary, and its weight.
    typealias Word = (name: String, weight: Int32)

    /// No words.
    static let none = WordsAround(hesitations: [], leading: [], trailing: [])

    /// All words: hesitation, and the words before and after a sentence.
    static var all: WordsAround {
        func weighted(_ words: [(name: String, phones: String)], _ weight: Int32) -> [Word] {
            words.map { (name: $0.name, weight: weight) }
        }
        return WordsAround(
            hesitations: weighted(Hesitation.words, Hesitation.weight),
            leading: weighted(LeadingWord.courtesies, LeadingWord.weight)
                + weighted(LeadingWord.objections, LeadingWord.objectionWeight),
            trailing: weighted(TrailingWord.courtesies + TrailingWord.corrections, TrailingWord.weight))
    }

    /// The words that may be said wherever many words of the grammar may follow.
    let hesitations: [Word]
    /// The words that may be said before a sentence.
    let leading: [Word]
    /// The words that may be said after a sentence.
    let trailing: [Word]

    /// The names of all words, each once.
    var names: [String] {
        var seen: Set<String> = []
        return (hesitations + leading + trailing).map(\.name).filter { seen.insert($0).inserted }
    }

    /// The names and phones of all words, each name once.
    var pronunciations: [(name: String, phones: String)] {
        var phones: [String: String] = [:]
        for words in [
            Hesitation.words, LeadingWord.courtesies, LeadingWord.objections, TrailingWord.courtesies,
            TrailingWord.corrections,
        ] {
            for word in words { phones[word.name] = word.phones }
        }
        return names.compactMap { name in phones[name].map { (name: name, phones: $0) } }
    }
}
