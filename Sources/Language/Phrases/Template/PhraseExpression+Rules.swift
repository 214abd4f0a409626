extension PhraseExpression {
    /// The most parts of an expression with expanded rules.
    public static let maximumParts = 20_000

    /// Returns the expression with every `<name>` replaced by its rule.
    /// - Returns: Nil when a rule is unknown or uses itself, or when there would be more than
    ///   ``maximumParts`` parts.
    public func with(rules: [String: PhraseExpression]) -> PhraseExpression? {
        var left = Self.maximumParts
        return filled(rules, [], &left)
    }

    private func filled(
        _ rules: [String: PhraseExpression], _ open: [String], _ left: inout Int
    ) -> PhraseExpression? {
        left -= 1
        guard left >= 0 else { return nil }
        func all(_ items: [PhraseExpression], _ left: inout Int) -> [PhraseExpression]? {
            var filled: [PhraseExpression] = []
            for item in items {
                guard let item = item.filled(rules, open, &left) else { return nil }
                filled.append(item)
            }
            return filled
        }
        switch self {
        case .text, .space, .slot: return self
        case .sequence(let items): return all(items, &left).map { .sequence($0) }
        case .alternatives(let items): return all(items, &left).map { .alternatives($0) }
        case .permutation(let items): return all(items, &left).map { .permutation($0) }
        case .mapping(let spoken, let value):
            return spoken.filled(rules, open, &left).map { .mapping($0, value: value) }
        case .rule(let name):
            guard !open.contains(name) else { return nil }
            return rules[name]?.filled(rules, open + [name], &left)
        }
    }

    /// The keys of all literal words in the expression's sentences, with words joined from their parts: for
    /// `light[s]`, `light` and `lights`. Nil when there are too many sentences, or rules.
    public var words: Set<String>? {
        var collector = WordCollector()
        var compiler = PhraseCompiler()
        guard (try? compiler.lay(self, from: 0, into: &collector)) != nil else { return nil }
        return collector.words
    }
}

/// A network that records the words and nothing else.
private struct WordCollector: PhraseNetwork {
    var words: Set<String> = []
    private var states = 1

    mutating func addState() -> Int {
        states += 1
        return states - 1
    }

    mutating func addWord(_ word: Token, from: Int, to: Int) { words.insert(word.key) }

    mutating func addEmpty(from: Int, to: Int) {}

    mutating func addSlot(_ slot: PhraseSlot, from: Int) -> Int? { addState() }
}
