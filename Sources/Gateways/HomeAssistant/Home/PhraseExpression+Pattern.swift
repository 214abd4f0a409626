import SaybusPhrases

extension PhraseExpression {
    /// The expression as a pattern, from which it is read again.
    var pattern: String {
        switch self {
        case .text(let text): Self.escaped(text)
        case .space: " "
        case .sequence(let items): items.map(\.pattern).joined()
        case .alternatives(let items) where items.count == 2 && items[1] == .nothing: "[\(items[0].pattern)]"
        case .alternatives(let items): "(\(items.map(\.pattern).joined(separator: "|")))"
        // The last semicolon makes a permutation of a single item, too; the part without words after it is dropped.
        case .permutation(let items): "(\(items.map { $0.pattern + ";" }.joined()))"
        case .slot(let slot): "{\(slot.content)}"
        case .rule(let name): "<\(name)>"
        // A colon after a bracket is that of a mapping, whatever the words end with.
        case .mapping(let spoken, let value): "((\(spoken.pattern)):\(value))"
        }
    }

    /// Whether no sentence of the expression has any words.
    var isSilent: Bool {
        switch self {
        case .text(let text): Words.tokenize(text, limit: 1).isEmpty
        case .space: true
        case .slot, .rule: false
        case .sequence(let items), .alternatives(let items), .permutation(let items): items.allSatisfy(\.isSilent)
        case .mapping(let spoken, _): spoken.isSilent
        }
    }

    private static func escaped(_ text: String) -> String {
        String(text.flatMap { $0.isWhitespace || "()[]{}<>|;:@\\".contains($0) ? ["\\", $0] : [$0] })
    }
}

extension PhraseSlot {
    /// The text between the braces.
    fileprivate var content: String {
        let name = isHidden ? "@\(name)" : name
        guard let range else { return type.map { "\($0):\(name)" } ?? name }
        let text = "\(Self.whole(range.lowerBound))..\(Self.whole(range.upperBound)),\(Self.whole(range.step))"
        // `{1..10}` is matched without a parameter.
        return self.name.isEmpty ? text : "\(text):\(name)"
    }

    /// Returns a number of a range, which has whole numbers only.
    private static func whole(_ number: Double) -> Int { Int(exactly: number) ?? (number < 0 ? .min : .max) }
}
