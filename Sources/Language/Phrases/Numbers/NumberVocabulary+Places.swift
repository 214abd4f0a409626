extension NumberVocabulary {
    /// The greatest place in a list that has words of its own here.
    public static let lastPlace = 19

    /// The words that tell the places in a list of so many, in their order: `one`, `two`, …; empty when a place takes several words.
    public func cardinals(upTo count: Int) -> [String] { places(in: units, upTo: count) }

    /// The same as ordinals: `first`, `second`, …
    public func ordinals(upTo count: Int) -> [String] { places(in: ordinals, upTo: count) }

    private func places(in table: [String: Int], upTo count: Int) -> [String] {
        guard (1...Self.lastPlace).contains(count) else { return [] }
        return table.filter { (1...count).contains($0.value) }.sorted { ($0.value, $0.key) < ($1.value, $1.key) }.map(
            \.key)
    }
}
