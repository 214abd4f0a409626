/// A generator of sentences from expressions.
public struct PhraseSampler {
    /// A closure that returns the words for a slot; nil when there are none.
    public typealias Value = (PhraseSlot, inout any RandomNumberGenerator) -> String?

    private let rules: [String: PhraseExpression]
    private let value: Value

    /// Creates a sampler.
    /// - Parameters:
    ///   - rules: The expansions of `<name>`.
    ///   - value: A closure that returns the words for a slot; nil when there are none, and so no sentence.
    public init(rules: [String: PhraseExpression] = [:], value: @escaping Value) {
        (self.rules, self.value) = (rules, value)
    }

    /// Returns a sentence with random alternatives; nil when a rule is unknown or uses itself, or a slot has
    /// no value.
    public func sample(_ expression: PhraseExpression, using generator: inout any RandomNumberGenerator) -> String? {
        var text = ""
        return append(expression, to: &text, using: &generator, depth: 0) ? text : nil
    }

    private func append(
        _ expression: PhraseExpression, to text: inout String, using generator: inout any RandomNumberGenerator,
        depth: Int
    ) -> Bool {
        guard depth < 100, text.utf8.count < 10_000 else { return false }
        switch expression {
        case .text(let part): text += part
        case .space: text += " "
        case .sequence(let items):
            for item in items where !append(item, to: &text, using: &generator, depth: depth + 1) { return false }
        case .alternatives(let items):
            guard !items.isEmpty else { return false }
            let item = items[Int(generator.next(upperBound: UInt(items.count)))]
            return append(item, to: &text, using: &generator, depth: depth + 1)
        case .permutation(let items):
            var left = items
            while !left.isEmpty {
                text += " "
                let item = left.remove(at: Int(generator.next(upperBound: UInt(left.count))))
                guard append(item, to: &text, using: &generator, depth: depth + 1) else { return false }
                text += " "
            }
        case .mapping(let spoken, _): return append(spoken, to: &text, using: &generator, depth: depth + 1)
        case .slot(let slot):
            guard let words = value(slot, &generator) else { return false }
            text += " " + words + " "
        case .rule(let name):
            guard let rule = rules[name] else { return false }
            return append(rule, to: &text, using: &generator, depth: depth + 1)
        }
        return true
    }
}
