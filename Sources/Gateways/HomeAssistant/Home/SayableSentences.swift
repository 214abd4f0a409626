import SaybusInteractionModels
import SaybusMessages
import SaybusPhrases

/// The sentences that can be said in a home in which some lists are empty, such as that of the floors. An optional part
/// and an alternative that need a value of such a list are left out; so is a sentence that cannot do without one.
struct SayableSentences {
    private let empty: Set<String>
    private let rules: [String: String]
    /// The rules that the sentences use, as far as they can be said; nil for those that cannot be said at all.
    private var used: [String: PhraseExpression?] = [:]
    /// The rules that are being read, since a rule may use itself.
    private var open: Set<String> = []

    /// Leaves out the sentences of a model that cannot be said.
    /// - Parameter empty: The names of the lists without values.
    static func reduce(_ model: inout HomeAssistantModel, without empty: Set<String>) {
        guard !empty.isEmpty else { return }
        var sentences = SayableSentences(empty: empty, rules: model.rules)
        model.lists.removeAll { empty.contains($0.name) }
        model.commands = model.commands.compactMap { command -> Catalog.Command? in
            var command = command
            command.patterns = command.patterns.compactMap { sentences.text($0) }
            command.groups = command.groups?.compactMap { sentences.group($0) }
            return command.patterns.isEmpty && command.groups?.isEmpty != false ? nil : command
        }
        model.rules = model.rules.compactMapValues { sentences.text($0) }
    }

    private init(empty: Set<String>, rules: [String: String]) { (self.empty, self.rules) = (empty, rules) }

    /// Returns what can be said of a group; nil for nothing.
    private mutating func group(_ whole: Catalog.PatternGroup) -> Catalog.PatternGroup? {
        var group = whole
        if let own = whole.rules {
            var sentences = SayableSentences(empty: empty, rules: rules.merging(own) { _, own in own })
            group.patterns = whole.patterns.compactMap { sentences.text($0) }
            var left = own
            // A common rule may use one of the group's own, so that more or less of it can be said than elsewhere.
            for name in sentences.used.keys.sorted() {
                let text = sentences.rules[name].flatMap { sentences.text($0) }
                if own[name] != nil || text != rules[name].flatMap({ self.text($0) }) { left[name] = text }
            }
            group.rules = left.isEmpty ? nil : left
        } else {
            group.patterns = whole.patterns.compactMap { text($0) }
        }
        return group.patterns.isEmpty ? nil : group
    }

    /// Returns what can be said of a sentence or a rule; nil for nothing. One that cannot be read is for the matcher to
    /// report.
    private mutating func text(_ whole: String) -> String? {
        guard let expression = try? PhraseTemplate(whole).expression else { return whole }
        guard let left = part(of: expression), !left.isSilent else { return nil }
        return left == expression ? whole : left.pattern
    }

    private mutating func part(of expression: PhraseExpression) -> PhraseExpression? {
        switch expression {
        case .text, .space: return expression
        case .slot(let slot): return slot.range == nil && empty.contains(slot.typeName) ? nil : expression
        case .sequence(let items): return parts(of: items).map { .sequence($0) }
        case .permutation(let items): return parts(of: items).map { .permutation($0) }
        case .mapping(let spoken, let value): return part(of: spoken).map { .mapping($0, value: value) }
        case .alternatives(let items):
            let left = items.compactMap { part(of: $0) }
            return left.count > 1 ? PhraseExpression.alternatives(left) : left.first
        case .rule(let name):
            guard let rule = part(ofRule: name) else { return nil }
            // A rule must have words.
            return rule.isSilent ? .nothing : expression
        }
    }

    /// Returns the parts of items that are all said; nil when one of them cannot be.
    private mutating func parts(of items: [PhraseExpression]) -> [PhraseExpression]? {
        var parts: [PhraseExpression] = []
        for item in items {
            guard let part = part(of: item) else { return nil }
            parts.append(part)
        }
        return parts
    }

    private mutating func part(ofRule name: String) -> PhraseExpression? {
        if let known = used[name] { return known }
        guard !open.contains(name), let rule = rules[name].flatMap({ try? PhraseTemplate($0).expression }) else {
            return .rule(name)
        }
        open.insert(name)
        let left = part(of: rule)
        open.remove(name)
        used.updateValue(left, forKey: name)
        return left
    }
}
