import SaybusMessages
import SaybusPhrases

/// A pattern of a command in a catalog, with its rules expanded.
public struct CommandPattern: Sendable {
    /// The name of the app that owns the command.
    public let app: String
    /// The command that the pattern calls, as in the catalog.
    public let command: Catalog.Command
    /// The pattern as written.
    public let text: String
    /// The pattern's expression, without rules.
    public let expression: PhraseExpression
    /// The group that has the pattern; nil for a pattern without conditions.
    public let group: Catalog.PatternGroup?

    /// The types of the parameters that a sentence of the pattern may have, by name. The type is that in the pattern,
    /// else the one that the command declares, else the name itself.
    public var parameters: [String: String] {
        let declared = Dictionary(
            (command.slots ?? []).map { ($0.name, $0.type) }, uniquingKeysWith: { first, _ in first })
        return Dictionary(
            expression.slots.filter { !$0.isHidden }.map { slot in
                let type = slot.range == nil ? slot.type ?? declared[slot.name] ?? slot.name : PhraseTemplate.numberType
                return (slot.name, type)
            }, uniquingKeysWith: { first, _ in first })
    }

    /// The ranges of numbers that the pattern states for its parameters, by name. A parameter that also has a slot
    /// without a range is not among them.
    public var ranges: [String: [NumberRange]] {
        Dictionary(grouping: expression.slots.filter { !$0.isHidden }, by: \.name).compactMapValues { slots in
            let ranges = slots.compactMap(\.range)
            return ranges.count == slots.count ? ranges : nil
        }
    }

    /// The parameters that every sentence of the pattern has.
    public var neededParameters: Set<String> { expression.certainSlots.intersection(parameters.keys) }
}

extension [NumberRange] {
    /// Returns whether a value is a number of one of the ranges.
    public func contain(_ value: Parameter.Value) -> Bool {
        guard case .number(let number) = value else { return false }
        return contains { $0.value(of: number) != nil }
    }
}

extension Catalog {
    /// The patterns of all commands, including those of groups, in catalog order. Patterns that cannot be
    /// read are omitted; the matcher's problems list them.
    public var commandPatterns: [CommandPattern] {
        let rules = Self.expressions(self.rules)
        return commands.flatMap { command in
            let groups =
                [(command.patterns, rules, nil)]
                + (command.groups ?? []).map { group -> ([String], [String: PhraseExpression], PatternGroup?) in
                    (group.patterns, rules.merging(Self.expressions(group.rules)) { _, own in own }, group)
                }
            return groups.flatMap { patterns, rules, group in
                patterns.compactMap { text in
                    (try? PhraseTemplate(text))?.expression.with(rules: rules).map {
                        CommandPattern(app: app, command: command, text: text, expression: $0, group: group)
                    }
                }
            }
        }
    }

    static func expressions(_ texts: [String: String]?) -> [String: PhraseExpression] {
        (texts ?? [:]).compactMapValues { try? PhraseTemplate($0).expression }
    }
}
