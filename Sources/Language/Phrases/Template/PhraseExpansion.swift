extension PhraseExpression {
    /// Returns all texts of an expression without slots and rules, each with the value of its mapping, if
    /// any.
    /// - Returns: Nil when the expression has slots or rules, or more texts than `limit`.
    public func texts(limit: Int) -> [(text: String, value: String?)]? {
        switch self {
        case .text(let text): return [(text, nil)]
        case .space: return [(" ", nil)]
        case .slot, .rule: return nil
        case .mapping(let spoken, let value): return spoken.texts(limit: limit)?.map { ($0.text, value) }
        case .alternatives(let items):
            var all: [(text: String, value: String?)] = []
            for item in items {
                guard let texts = item.texts(limit: limit - all.count) else { return nil }
                all += texts
            }
            return all.count <= limit ? all : nil
        case .sequence(let items):
            var all: [(text: String, value: String?)] = [("", nil)]
            for item in items {
                guard let texts = item.texts(limit: limit), all.count * texts.count <= limit else { return nil }
                all = all.flatMap { before in texts.map { (before.text + $0.text, before.value ?? $0.value) } }
            }
            return all
        case .permutation(let items):
            guard items.count > 1 else {
                return PhraseExpression.sequence([.space] + items + [.space]).texts(limit: limit)
            }
            return PhraseExpression.alternatives(
                items.indices.map { index in
                    var others = items
                    let first = others.remove(at: index)
                    return .sequence([.space, first, .space, .permutation(others)])
                }
            ).texts(limit: limit)
        }
    }
}
