/// The facts by which conditions are judged: those of the utterance's circumstances, and those of values that were
/// said, of which the last one counts.
package struct KnownFacts {
    private var layers: [[String: String]]

    package init(_ context: [String: String]) { layers = [context] }

    /// Returns the facts with those of a value.
    func adding(_ facts: [String: String]?) -> KnownFacts {
        guard let facts, !facts.isEmpty else { return self }
        var known = self
        known.layers.append(facts)
        return known
    }

    /// The fact with a name; nil when it is not known.
    subscript(name: String) -> String? {
        for layer in layers.reversed() {
            if let value = layer[name] { return value }
        }
        return nil
    }
}
