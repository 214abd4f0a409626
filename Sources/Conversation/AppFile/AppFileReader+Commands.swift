import Phrases
import Yams

extension AppFileReader {
    /// Which values the texts of a command may name.
    struct Names {
        /// The command, for messages.
        var command: String
        /// Parameters of every pattern.
        var always: Set<String>
        /// Parameters that only some patterns have, with one that lacks each.
        var sometimes: [String: String]
    }

    /// The commands in the file's order.
    mutating func commands(_ node: Node, failed: [Action]) -> [App.Command] {
        guard let entries = entries(node, "commands must be a mapping of names to commands") else { return [] }
        if entries.isEmpty { note(.badValue, node, "commands must not be empty: an app has at least one") }
        return entries.compactMap { type, keyNode, value in
            if !Self.isName(type) {
                note(
                    .badValue, keyNode,
                    "a command's name must be of 1 to 64 letters a to z, digits, full stops, _ and -, found "
                        + "\"\(LogLine.clean(type, limit: 40))\"")
                return nil
            }
            return command(type, keyNode, value, failed: failed)
        }
    }

    private mutating func command(_ type: String, _ keyNode: Node, _ node: Node, failed: [Action]) -> App.Command? {
        let what = "command \(type)"
        guard case .mapping = node else {
            expected("\(what) must be a mapping with \"patterns\" and \"do\"", node)
            return nil
        }
        guard let fields = fields(node, what, ["summary", "patterns", "do", "failed"]) else { return nil }
        for key in ["patterns", "do"] where fields[key] == nil { note(.missing, keyNode, "\(what) lacks \"\(key)\"") }
        let summary = fields["summary"].flatMap { text($0, "\(what): summary") }
        let (patterns, areAllRead) = fields["patterns"].map { self.patterns($0, type) } ?? ([], false)
        // With a pattern missing, every complaint about names would be a guess.
        let names = areAllRead ? self.names(type, patterns) : nil
        let actions = fields["do"].map { self.actions($0, "\(what): do", names) } ?? []
        let apology = fields["failed"].map { audible($0, "\(what): failed", names) } ?? failed
        return App.Command(type: type, summary: summary, patterns: patterns, actions: actions, failed: apology)
    }

    private func names(_ command: String, _ patterns: [PhraseTemplate]) -> Names {
        var names = Names(command: command, always: [], sometimes: [:])
        for name in Set(patterns.flatMap { $0.parameters.map(\.name) }) {
            if let lacking = patterns.first(where: { pattern in
                !pattern.parameters.contains { $0.name == name } || pattern.optionalParameters.contains(name)
            }) {
                names.sometimes[name] = lacking.text
            } else {
                names.always.insert(name)
            }
        }
        return names
    }

    private mutating func patterns(_ node: Node, _ command: String) -> ([PhraseTemplate], areAllRead: Bool) {
        let what = "command \(command): patterns"
        guard let items = items(node, "\(what) must be a list of texts") else { return ([], false) }
        var patterns: [PhraseTemplate] = []
        for item in items {
            guard let text = text(item, "\(what): each") else { continue }
            do throws(PhraseError) {
                let pattern = try PhraseTemplate(text)
                patterns.append(pattern)
                check(pattern, item, command)
            } catch {
                note(.pattern, item, "command \(command): pattern \"\(LogLine.clean(text, limit: 80))\": \(error)")
            }
        }
        return (patterns, patterns.count == items.count)
    }

    private mutating func check(_ pattern: PhraseTemplate, _ node: Node, _ command: String) {
        let what = "command \(command): pattern \"\(LogLine.clean(pattern.text, limit: 80))\""
        for (name, type) in pattern.parameters {
            if name == ActionPlan.outputName {
                note(.pattern, node, "\(what): the name @\(name) is taken by what a program writes: choose another")
            }
            let builtIn = [PhraseTemplate.textType, PhraseTemplate.numberType]
            guard !builtIn.contains(type), !typeNames.contains(type) else { continue }
            let nearest = NearestName.of(type, among: typeNames.sorted() + builtIn)
            note(
                .pattern, node,
                "\(what): no type is called \(type)"
                    + (nearest.map { "; did you mean \($0)?" } ?? "; list its values under \"types\""))
        }
        let key = pattern.elements.map { element in
            switch element {
            case .word(let word): Words.key(of: word)
            case .parameter(_, let type): "@" + type
            }
        }
        if let first = patterns[key] {
            note(
                .duplicate, node,
                "\(what) is said like one of command \(first.command) in line \(first.line): the first always wins")
        } else {
            patterns[key] = (command, node.mark?.line ?? 0)
        }
    }
}
