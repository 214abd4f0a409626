import SaybusMessages
import SaybusPhrases
import SaybusSupport
import Yams

/// The types of a command's parameters, and its patterns with conditions.
extension AppFileReader {
    /// The facts that are known of every utterance. Values of types may have further ones.
    static let facts: Set<String> = ["room", "session"]

    /// Returns the parameters that a group always sets.
    static func setParameters(_ group: App.PatternGroup) -> Set<String> {
        Set(group.fixed.keys).union(group.requires.compactMap { facts.contains($0.key) ? $0.value.slot : nil })
    }

    /// Reads the types of the parameters that patterns write as `{name}`.
    mutating func slots(_ node: Node, _ what: String) -> [Catalog.Slot] {
        var slots: [Catalog.Slot] = []
        for (name, keyNode, value) in entries(node, "\(what) must be a mapping of parameters to types") ?? [] {
            guard isParameter(name, keyNode, what), let type = text(value, "\(what): the type of \(name)") else {
                continue
            }
            checkType(type, value, what)
            slots.append(Catalog.Slot(name: name, type: type))
        }
        return slots
    }

    /// Reads the groups of a command's patterns.
    mutating func groups(
        _ node: Node, _ command: String, _ declared: [String: String]
    ) -> (groups: [App.PatternGroup], areAllRead: Bool) {
        let what = "command \(command): groups"
        guard let items = items(node, "\(what) must be a list of mappings with \"patterns\"") else {
            return ([], false)
        }
        let groups = items.compactMap { group($0, command, what, declared) }
        return (groups, groups.count == items.count)
    }

    private mutating func group(
        _ node: Node, _ command: String, _ what: String, _ declared: [String: String]
    ) -> App.PatternGroup? {
        guard let fields = fields(node, what, .patternGroup), let list = fields["patterns"],
            let items = items(list, "\(what): patterns must be a list of texts")
        else { return nil }
        var group = App.PatternGroup(patterns: [])
        for item in items {
            guard let pattern = pattern(item, "\(what): patterns: each", "command \(command)", declared) else {
                continue
            }
            group.patterns.append(pattern)
            map.patterns[command, default: [:]][pattern.text] = AppFileMap.Place(item)
        }
        if let node = fields["fixed"] { group.fixed = fixed(node, "\(what): fixed") }
        if let node = fields["requires"] { group.requires = requires(node, "\(what): requires") }
        if let node = fields["excludes"] { group.excludes = excludes(node, "\(what): excludes") }
        group.keywords = fields["keywords"].map { texts($0, "\(what): keywords") } ?? []
        return group.patterns.count == items.count ? group : nil
    }

    private mutating func fixed(_ node: Node, _ what: String) -> [String: Parameter.Value] {
        var values: [String: Parameter.Value] = [:]
        for (name, keyNode, value) in entries(node, "\(what) must be a mapping of parameters to values") ?? [] {
            guard isParameter(name, keyNode, what) else { continue }
            if case .number(let number, _) = NodeKind(value) {
                values[name] = .number(number)
            } else if let text = text(value, "\(what): \(name)") {
                values[name] = .text(text)
            }
        }
        return values
    }

    private mutating func requires(_ node: Node, _ what: String) -> [String: Catalog.Condition] {
        var conditions: [String: Catalog.Condition] = [:]
        for (name, keyNode, value) in entries(node, "\(what) must be a mapping of facts to conditions") ?? [] {
            guard isName(name, keyNode, "\(what): a fact's name") else { continue }
            let what = "\(what): \(name)"
            guard case .mapping = value else {
                conditions[name] = Catalog.Condition(values: texts(value, what))
                continue
            }
            guard let fields = fields(value, what, .condition) else { continue }
            var condition = Catalog.Condition(values: fields["values"].map { texts($0, "\(what): values") })
            if let node = fields["slot"], let slot = text(node, "\(what): slot"), isParameter(slot, node, what) {
                condition.slot = slot
            }
            conditions[name] = condition
        }
        return conditions
    }

    private mutating func excludes(_ node: Node, _ what: String) -> [String: [String]] {
        var values: [String: [String]] = [:]
        for (name, keyNode, value) in entries(node, "\(what) must be a mapping of facts to lists of values") ?? []
        where isName(name, keyNode, "\(what): a fact's name") {
            values[name] = texts(value, "\(what): \(name)")
        }
        return values
    }

    /// Returns whether a text is a parameter's name, and reports it if not.
    private mutating func isParameter(_ name: String, _ node: Node, _ what: String) -> Bool {
        if (try? PhraseTemplate("@" + name))?.parameters.map(\.name) == [name], name != ActionPlan.outputName {
            return true
        }
        report(
            .badValue, node,
            "\(what): a parameter's name must be of letters, digits and _, and not \(ActionPlan.outputName), found "
                + "\"\(LogLine.clean(name, limit: 40))\"")
        return false
    }
}
