import SaybusMessages
import SaybusPhrases

extension Catalog {
    /// The words of an example in the place of an open slot.
    static var anyWords: String { BuiltInSentence.anyWords.text() }

    /// Returns an example for users: the shortest of the patterns' plainest sentences. The plainest sentence of a
    /// pattern has no optional parts, the first of all alternatives and values, and "something" for open slots. Of
    /// `@n:Number minute[s]` it has the optional ending: "two minutes".
    /// - Parameters:
    ///   - patterns: The patterns.
    ///   - slots: The types of the parameters that the patterns write as `{name}`.
    /// - Returns: Nil when none of the patterns can be read.
    public func example(of patterns: [String], slots: [Slot]? = nil) -> String? {
        let rules = Self.expressions(rules)
        let command = Command(type: "", patterns: [], slots: slots)
        let sentences = patterns.compactMap { text -> String? in
            guard let whole = (try? PhraseTemplate(text))?.expression.with(rules: rules) else { return nil }
            let expression = whole.plainest { isSeveral($0, slots) }
            var sampler = SentenceSampler(examplesOf: self)
            return sampler.sentence(
                of: CommandPattern(app: app, command: command, text: text, expression: expression, group: nil))
        }
        return sentences.filter { !$0.isEmpty }.min { $0.count < $1.count }
    }

    /// Returns whether the value of a slot in an example is a number other than one.
    private func isSeveral(_ slot: PhraseSlot, _ slots: [Slot]?) -> Bool {
        if let range = slot.range { return range.lowerBound != 1 }
        let declared = slots?.first { $0.name == slot.name }?.type
        let type = slot.type ?? declared ?? slot.name
        if let listed = slotTypes?.first(where: { $0.name == type }) {
            return listed.range.map { $0.from != 1 } ?? false
        }
        return switch SlotKind(builtIn: type) {
        case .number, .integer, .wholeNumber: true
        default: false
        }
    }
}

extension PhraseExpression {
    /// Returns the expression without its optional parts, but with the ending of a word after several.
    /// - Parameter isSeveral: Returns whether the value of a slot is a number other than one.
    fileprivate func plainest(after isSeveral: (PhraseSlot) -> Bool) -> PhraseExpression {
        switch self {
        case .text, .space, .slot, .rule: self
        case .sequence(let items):
            .sequence(
                items.indices.map { index in
                    Self.ending(at: index, of: items, after: isSeveral) ?? items[index].plainest(after: isSeveral)
                })
        case .alternatives(let items):
            items.contains(.nothing) ? .nothing : .alternatives(items.map { $0.plainest(after: isSeveral) })
        case .permutation(let items): .permutation(items.map { $0.plainest(after: isSeveral) })
        case .mapping(let spoken, let value): .mapping(spoken.plainest(after: isSeveral), value: value)
        }
    }

    /// Returns the optional ending of a word that follows a slot, as in `@n:Number minute[s]`; nil for other items.
    private static func ending(
        at index: Int, of items: [PhraseExpression], after isSeveral: (PhraseSlot) -> Bool
    ) -> PhraseExpression? {
        guard index >= 3, case .alternatives(let parts) = items[index], parts.count == 2, parts[1] == .nothing,
            case .sequence(let ending) = parts[0], ending.count == 1, case .text = ending[0],
            case .text = items[index - 1], items[index - 2] == .space, case .slot(let slot) = items[index - 3],
            isSeveral(slot)
        else { return nil }
        return ending[0]
    }
}
