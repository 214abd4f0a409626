import SaybusPhrases

/// The numbers in the names of options, compared by their values: "floor 1" is "floor one".
struct OptionNumbers: Sendable {
    /// The options with a number in one of their names.
    private let options: [Double: Set<Int>]
    private let parser = NumberParser()

    /// Finds the numbers of options.
    /// - Parameter names: The names of each option: its label and its aliases.
    init(_ names: [[String]]) {
        var options: [Double: Set<Int>] = [:]
        let parser = NumberParser()
        var hasNumbers = false
        for (index, names) in names.enumerated() {
            for part in names.flatMap({ Self.parts(of: $0, parser) }) {
                guard let number = part.number else { continue }
                options[number, default: []].insert(index)
                hasNumbers = hasNumbers || !part.isWordOne
            }
        }
        // "One" as the only number stands for a thing: "the blue one".
        self.options = hasNumbers ? options : [:]
    }

    /// Returns the options that have a number in their names.
    func options(with number: Double) -> Set<Int> { options[number] ?? [] }

    /// Returns a text with its numbers in digits.
    static func inDigits(_ text: String) -> String {
        parts(of: text, NumberParser()).map(\.text).joined(separator: " ")
    }

    /// Returns the number that a text is, and nothing else; nil for other texts and for ordinals, which are positions.
    func number(_ text: String) -> Double? {
        let parts = Self.parts(of: text, parser)
        return parts.count == 1 ? parts[0].number : nil
    }

    private typealias Part = (text: String, number: Double?, isWordOne: Bool)

    private static func parts(of text: String, _ parser: NumberParser) -> [Part] {
        let tokens = Words.tokenize(text)
        var parts: [Part] = []
        var position = 0
        while position < tokens.count {
            guard let (value, count) = parser.parse(tokens[position...]), count > 0,
                !parser.isOrdinal(tokens[position + count - 1].key)
            else {
                parts.append((tokens[position].text, nil, false))
                position += 1
                continue
            }
            let isWordOne = value == 1 && tokens[position].key.utf8.allSatisfy { !(0x30...0x39 ~= $0) }
            parts.append((Int(exactly: value).map { "\($0)" } ?? "\(value)", value, isWordOne))
            position += count
        }
        return parts
    }
}
