import SaybusMessages
import SaybusPhrases

extension Catalog {
    /// The words of an example in the place of an open slot.
    static var anyWords: String { BuiltInSentence.anyWords.text() }

    /// Returns an example for users: the shortest of the patterns' plainest sentences. The plainest sentence of a
    /// pattern has no optional parts, the first of all alternatives and values, and "something" for open slots.
    /// - Parameters:
    ///   - patterns: The patterns.
    ///   - slots: The types of the parameters that the patterns write as `{name}`.
    /// - Returns: Nil when none of the patterns can be read.
    public func example(of patterns: [String], slots: [Slot]? = nil) -> String? {
        let rules = Self.expressions(rules)
        let command = Command(type: "", patterns: [], slots: slots)
        let sentences = patterns.compactMap { text -> String? in
            guard let expression = (try? PhraseTemplate(text))?.expression.with(rules: rules)?.plainest else {
                return nil
            }
            var sampler = SentenceSampler(examplesOf: self)
            return sampler.sentence(
                of: CommandPattern(app: app, command: command, text: text, expression: expression, group: nil))
        }
        return sentences.filter { !$0.isEmpty }.min { $0.count < $1.count }
    }
}

extension PhraseExpression {
    /// The expression without its optional parts.
    fileprivate var plainest: PhraseExpression {
        switch self {
        case .text, .space, .slot, .rule: self
        case .sequence(let items): .sequence(items.map(\.plainest))
        case .alternatives(let items): items.contains(.nothing) ? .nothing : .alternatives(items.map(\.plainest))
        case .permutation(let items): .permutation(items.map(\.plainest))
        case .mapping(let spoken, let value): .mapping(spoken.plainest, value: value)
        }
    }
}
