/// Numbers for words, so that words are compared once a word and not once a pattern.
struct WordTable: Sendable {
    /// The number of a word that no pattern has.
    static let unknown = -1

    private var numbers: [String: Int] = [:]

    /// The word's number, a new one when the word is new.
    mutating func insert(_ key: String) -> Int {
        if let number = numbers[key] { return number }
        let number = numbers.count
        numbers[key] = number
        return number
    }

    /// The word's number or ``unknown``.
    func number(of key: String) -> Int { numbers[key] ?? Self.unknown }
}
