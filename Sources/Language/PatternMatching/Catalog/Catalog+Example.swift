import SaybusMessages
import SaybusPhrases

extension Catalog {
    /// What is said in an example where any words may be.
    static let anyWords = "something"

    /// The shortest of the plainest sentences of some patterns, to tell people what they can say: without what may be left out, of
    /// alternatives and of a type's values the first, and "something" where any words may be.
    ///
    /// - Returns: Nil when none of the patterns can be read.
    public func example(of patterns: [String]) -> String? {
        let rules = Self.expressions(rules)
        let command = Command(type: "", patterns: [])
        let sentences = patterns.compactMap { text -> String? in
            guard let expression = (try? PhraseTemplate(text))?.expression.with(rules: rules)?.plainest else {
                return nil
            }
            var sampler = SentenceSampler(examplesOf: self)
            return sampler.sentence(of: CommandPattern(app: app, command: command, text: text, expression: expression))
        }
        return sentences.filter { !$0.isEmpty }.min { $0.count < $1.count }
    }
}

extension PhraseExpression {
    /// The same without what may be left out.
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
