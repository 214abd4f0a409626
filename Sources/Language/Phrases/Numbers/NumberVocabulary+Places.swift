extension NumberVocabulary {
    /// The last position in a list that has a single word of its own.
    static let lastPlace = 19

    /// Returns the cardinal words for the positions in a list of `count` items, in order: `one`, `two`, …;
    /// empty when a position would take several words.
    func cardinals(upTo count: Int) -> [String] { places(in: units, upTo: count) }

    /// Returns the ordinal words for the positions in a list of `count` items: `first`, `second`, …; empty
    /// when a position would take several words.
    public func ordinals(upTo count: Int) -> [String] { places(in: ordinals, upTo: count) }

    /// Returns the ordinal word for a position from 1: `second`; nil when it would take several words.
    public func ordinal(_ place: Int) -> String? {
        ordinals.filter { $0.value == place && !$0.key.contains(where: \.isNumber) }.keys.min()
    }

    private func places(in table: [String: Int], upTo count: Int) -> [String] {
        guard (1...Self.lastPlace).contains(count) else { return [] }
        return table.filter { (1...count).contains($0.value) }.sorted { ($0.value, $0.key) < ($1.value, $1.key) }.map(
            \.key)
    }
}
