/// The syntax tree of a template, for the union of the notations of SayKit, Alexa and Home Assistant.
public indirect enum PhraseExpression: Sendable, Hashable {
    /// Characters without white space, possibly only a part of a word: `light` in `light[s]`.
    case text(String)
    /// The end of a word, if a word precedes it.
    case space
    /// All items in order; no items mean no words.
    case sequence([PhraseExpression])
    /// One of the items: `(a|b)`. `[a]` has two items, of which one has no words.
    case alternatives([PhraseExpression])
    /// All items in any order, each of one or more words: `(a;b)`.
    case permutation([PhraseExpression])
    /// A value: `@name`, `@name:Type`, `{name}`, `{list:name}`, `{1..10:name}`.
    case slot(PhraseSlot)
    /// A named expression: `<name>`.
    case rule(String)
    /// Words, and the value that they stand for: `(telly:television)`.
    case mapping(PhraseExpression, value: String)

    /// The expression without words.
    public static let nothing = PhraseExpression.sequence([])

    /// Whether the expression can be said in one way, apart from its values.
    public var isPlain: Bool {
        var isPlain = true
        visit {
            switch $0 {
            case .alternatives, .permutation, .rule, .mapping: isPlain = false
            case .text, .space, .sequence, .slot: break
            }
        }
        return isPlain
    }

    /// Calls a closure for this expression and all expressions in it, in the order of writing.
    public func visit(_ body: (PhraseExpression) -> Void) {
        body(self)
        switch self {
        case .text, .space, .slot, .rule: break
        case .sequence(let items), .alternatives(let items), .permutation(let items):
            for item in items { item.visit(body) }
        case .mapping(let spoken, _): spoken.visit(body)
        }
    }

    /// All slots in the order of writing, except those of rules.
    public var slots: [PhraseSlot] {
        var slots: [PhraseSlot] = []
        visit { if case .slot(let slot) = $0 { slots.append(slot) } }
        return slots
    }

    /// The names of the slots that occur in every sentence, except those of rules.
    public var certainSlots: Set<String> {
        switch self {
        case .text, .space, .rule: []
        case .slot(let slot): [slot.name]
        case .sequence(let items), .permutation(let items): items.reduce(into: []) { $0.formUnion($1.certainSlots) }
        case .alternatives(let items):
            items.dropFirst().reduce(items.first?.certainSlots ?? []) { $0.intersection($1.certainSlots) }
        case .mapping(let spoken, _): spoken.certainSlots
        }
    }
}
