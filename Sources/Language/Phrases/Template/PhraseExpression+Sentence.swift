extension PhraseExpression {
    /// Returns the plainest sentence with given values: without optional parts that have no value, and with the first
    /// of the alternatives with the most values. Nil when a value or a rule is needed that there is not.
    /// - Parameter value: Returns the words for a slot; nil for none.
    public func plainSentence(_ value: (String) -> String?) -> String? {
        guard let (text, _) = plain(value) else { return nil }
        let words = text.split(whereSeparator: \.isWhitespace)
        return words.isEmpty ? nil : words.joined(separator: " ")
    }

    /// Returns the text, and the number of slots in it that were filled.
    private func plain(_ value: (String) -> String?) -> (text: String, count: Int)? {
        switch self {
        case .text(let text): return (text, 0)
        case .space: return (" ", 0)
        case .rule: return nil
        case .slot(let slot):
            guard let words = value(slot.name), !words.isEmpty else { return nil }
            return (" " + words + " ", 1)
        case .mapping(let spoken, _): return spoken.plain(value)
        case .sequence(let items): return Self.joined(items, value)
        case .permutation(let items): return Self.joined(items.flatMap { [.space, $0, .space] }, value)
        case .alternatives(let items):
            // The way with the most values; of equals the first, and nothing rather than optional words.
            let ways = items.compactMap { $0.plain(value) }
            let most = ways.map(\.count).max() ?? 0
            let best = ways.filter { $0.count == most }
            return best.first { $0.text.allSatisfy(\.isWhitespace) } ?? best.first
        }
    }

    private static func joined(_ items: [PhraseExpression], _ value: (String) -> String?) -> (String, Int)? {
        var (text, count) = ("", 0)
        for item in items {
            guard let part = item.plain(value) else { return nil }
            text += part.text
            count += part.count
        }
        return (text, count)
    }
}
