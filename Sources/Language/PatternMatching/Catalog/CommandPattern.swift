import SaybusMessages
import SaybusPhrases

/// A way to say a command of a catalog, its rules put in.
public struct CommandPattern: Sendable {
    /// Whose command it is.
    public let app: String
    /// The command.
    public let command: Catalog.Command
    /// The pattern as written.
    public let text: String
    /// What it is made of, without rules.
    public let expression: PhraseExpression

    /// The parameters that a sentence of it may have, by name, with their types: those of the pattern, else those which the
    /// command declares, else the name itself.
    public var parameters: [String: String] {
        let declared = Dictionary(
            (command.slots ?? []).map { ($0.name, $0.type) }, uniquingKeysWith: { first, _ in first })
        return Dictionary(
            expression.slots.filter { !$0.isHidden }.map { slot in
                let type = slot.range == nil ? slot.type ?? declared[slot.name] ?? slot.name : PhraseTemplate.numberType
                return (slot.name, type)
            }, uniquingKeysWith: { first, _ in first })
    }

    /// The parameters that every sentence of it has.
    public var neededParameters: Set<String> { expression.certainSlots.intersection(parameters.keys) }
}

extension Catalog {
    /// The patterns of all commands, those of groups among them, in catalog order. What cannot be read is left out: the
    /// matcher's problems tell why.
    public var commandPatterns: [CommandPattern] {
        let rules = Self.expressions(self.rules)
        return commands.flatMap { command in
            let groups =
                [(command.patterns, rules)]
                + (command.groups ?? []).map { group in
                    (group.patterns, rules.merging(Self.expressions(group.rules)) { _, own in own })
                }
            return groups.flatMap { patterns, rules in
                patterns.compactMap { text in
                    (try? PhraseTemplate(text))?.expression.with(rules: rules).map {
                        CommandPattern(app: app, command: command, text: text, expression: $0)
                    }
                }
            }
        }
    }

    static func expressions(_ texts: [String: String]?) -> [String: PhraseExpression] {
        (texts ?? [:]).compactMapValues { try? PhraseTemplate($0).expression }
    }
}
