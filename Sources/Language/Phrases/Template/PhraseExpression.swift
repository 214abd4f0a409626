/// What a template is made of: the union of what SayKit, Alexa and Home Assistant write.
public indirect enum PhraseExpression: Sendable, Hashable {
    /// Characters without white space, perhaps only a part of a word: `light` in `light[s]`.
    case text(String)
    /// The end of a word, if there is one before it.
    case space
    /// All, one after the other; none is nothing at all.
    case sequence([PhraseExpression])
    /// One of them: `(a|b)`, and `[a]` with nothing as the other.
    case alternatives([PhraseExpression])
    /// All of them, in any order, each a word or more of its own: `(a;b)`.
    case permutation([PhraseExpression])
    /// A value: `@name`, `@name:Type`, `{name}`, `{list:name}`, `{1..10:name}`.
    case slot(PhraseSlot)
    /// Another expression by its name: `<name>`.
    case rule(String)
    /// What is said, and what is meant by it: `(telly:television)`.
    case mapping(PhraseExpression, value: String)

    /// Nothing at all.
    public static let nothing = PhraseExpression.sequence([])

    /// Calls the closure for this expression and all in it, in the order of writing.
    public func visit(_ body: (PhraseExpression) -> Void) {
        body(self)
        switch self {
        case .text, .space, .slot, .rule: break
        case .sequence(let items), .alternatives(let items), .permutation(let items):
            for item in items { item.visit(body) }
        case .mapping(let spoken, _): spoken.visit(body)
        }
    }

    /// Every slot in the order of writing, those of rules not among them.
    public var slots: [PhraseSlot] {
        var slots: [PhraseSlot] = []
        visit { if case .slot(let slot) = $0 { slots.append(slot) } }
        return slots
    }

    /// The names of the slots that every sentence has, those of rules not among them.
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
