/// A table of numbers for words, so that a word of an utterance is looked up once, and not once per pattern.
struct WordTable: Sendable {
    /// The number of a word that no pattern has.
    static let unknown = -1

    private var numbers: [String: Int] = [:]

    /// All words, in no particular order.
    var words: some Sequence<String> { numbers.keys }

    /// Returns the word's number, a new one for a new word.
    mutating func insert(_ key: String) -> Int {
        if let number = numbers[key] { return number }
        let number = numbers.count
        numbers[key] = number
        return number
    }

    /// Returns the word's number, or ``unknown``.
    func number(of key: String) -> Int { numbers[key] ?? Self.unknown }
}
