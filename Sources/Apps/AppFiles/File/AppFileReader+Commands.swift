import SaybusConversation
import SaybusDispatch
import SaybusMessages
import SaybusPhrases
import SaybusSupport
import Yams

extension AppFileReader {
    /// Reads the commands of a topic in the file's order.
    mutating func commands(_ node: Node, of topic: String, failed: [Action]) -> [App.Command] {
        guard let entries = entries(node, "commands must be a mapping of names to commands") else { return [] }
        if entries.isEmpty { report(.badValue, node, "commands must not be empty: an app has at least one") }
        return entries.compactMap { type, keyNode, value in
            guard isName(type, keyNode, "a command's name") else { return nil }
            if type == SpeechIntent.Hypothesis.answerType {
                report(.badValue, keyNode, "the name \(type) is taken by answers to questions: choose another")
            } else if let place = map.commands[type] {
                report(
                    .duplicate, keyNode,
                    "the command \(type) stands in line \(place.line) already: give one another name")
            } else {
                map.commands[type] = AppFileMap.Place(keyNode)
            }
            return command(type, keyNode, value, of: topic, failed: failed)
        }
    }

    private mutating func command(
        _ type: String, _ keyNode: Node, _ node: Node, of topic: String, failed: [Action]
    ) -> App.Command? {
        let what = "command \(type)"
        guard case .mapping = node else {
            let isKey = AppFileShape.command.keys.contains { $0.name == type }
            let hint = isKey ? "; indent it below the command to which it belongs" : ""
            expected("\(what) must be a mapping with \"patterns\" and \"do\"", node, hint: hint)
            return nil
        }
        guard let fields = fields(node, what, .command) else { return nil }
        let standard = fields["standard"].map { boolean($0, "\(what): standard") } ?? false
        if standard, StandardCommand.recognizers[type] == nil {
            let nearest = NearestName.of(type, among: StandardCommand.all).map { "; did you mean \($0)?" }
            let hint = nearest ?? "; there are \(StandardCommand.all.joined(separator: ", "))"
            report(.badValue, keyNode, "\(what): no standard command is called so\(hint)")
        }
        let recognizer = standard ? StandardCommand.recognizers[type] : nil
        standardCommandTypes += recognizer?.slotTypes ?? []
        let builtInActions = StandardCommand.actions[type]
        if fields["patterns"] == nil, fields["groups"] == nil, !standard {
            let hint = StandardCommand.recognizers[type] == nil ? "" : "; \"standard: true\" gives it the usual ones"
            report(.missing, keyNode, "\(what) lacks \"patterns\"\(hint)")
        }
        if fields["do"] == nil, !standard || (recognizer != nil && builtInActions == nil) {
            report(.missing, keyNode, "\(what) lacks \"do\"")
        }
        let summary = fields["summary"].flatMap { text($0, "\(what): summary") }
        let standardPatterns = (recognizer?.patterns ?? []).compactMap { try? PhraseTemplate($0) }
        let slots = fields["slots"].map { self.slots($0, "\(what): slots") } ?? []
        let declared = Dictionary(slots.map { ($0.name, $0.type) }, uniquingKeysWith: { first, _ in first })
        let (patterns, areAllRead) =
            fields["patterns"].map { self.patterns($0, type, topic, declared) }
            ?? ([], standard || fields["groups"] != nil)
        let (groups, areGroupsRead) = fields["groups"].map { self.groups($0, type, declared) } ?? ([], true)
        // If a pattern could not be read, its parameters are unknown, so the names of values are not checked.
        let names = areAllRead && areGroupsRead ? self.names(standardPatterns + patterns, groups) : nil
        let actions =
            fields["do"].map { self.actions($0, "\(what): do", names, failed: failed) } ?? builtInActions ?? []
        let apology = fields["failed"].map { audible($0, "\(what): failed", names) } ?? failed
        var command = App.Command(
            type: type, summary: summary ?? recognizer?.summary, patterns: standardPatterns + patterns, topic: topic,
            actions: actions, failed: apology)
        (command.language, command.slots, command.groups) = (language, slots, groups)
        command.confirm = fields["confirm"].flatMap { template($0, "\(what): confirm", names, []) }
        readThresholds(fields, of: &command, what)
        return command
    }

    private mutating func readThresholds(_ fields: [String: Node], of command: inout App.Command, _ what: String) {
        command.confirmBelow = fields["confirm-below"].flatMap { number($0, "\(what): confirm-below", in: 0...1) }
        command.refuseBelow = fields["refuse-below"].flatMap { number($0, "\(what): refuse-below", in: 0...1) }
        if let refuse = command.refuseBelow, let confirm = command.confirmBelow, refuse > confirm, confirm > 0 {
            report(
                .badValue, fields["refuse-below"],
                "\(what): refuse-below is more than confirm-below, so the question is never asked: give it less")
        }
    }

    /// Returns the names of the values that all patterns, or only some of them, provide.
    func names(_ patterns: [PhraseTemplate], _ groups: [App.PatternGroup] = []) -> AppFileNames {
        var names = AppFileNames(always: ActionPlan.contextNames)
        var all: [(pattern: PhraseTemplate, set: Set<String>)] = patterns.map { ($0, []) }
        for group in groups { all += group.patterns.map { ($0, Self.setParameters(group)) } }
        let own = groups.flatMap(\.ownParameters)
        for name in Set(all.flatMap { $0.pattern.parameters.map(\.name) } + own) {
            if let lacking = all.first(where: { pattern, set in
                !set.contains(name)
                    && (!pattern.parameters.contains { $0.name == name } || pattern.optionalParameters.contains(name))
            }) {
                names.sometimes[name] = lacking.pattern.text
                names.always.remove(name)
            } else {
                names.always.insert(name)
            }
        }
        return names
    }

    private mutating func patterns(
        _ node: Node, _ command: String, _ topic: String, _ declared: [String: String]
    ) -> ([PhraseTemplate], areAllRead: Bool) {
        let what = "command \(command): patterns"
        guard let items = items(node, "\(what) must be a list of texts") else { return ([], false) }
        var patterns: [PhraseTemplate] = []
        for item in items {
            guard let pattern = pattern(item, "\(what): each", "command \(command)", declared) else { continue }
            patterns.append(pattern)
            map.patterns[command, default: [:]][pattern.text] = AppFileMap.Place(item)
            checkDuplicate(pattern, item, command, topic)
        }
        return (patterns, patterns.count == items.count)
    }

    /// Reads a pattern.
    /// - Parameters:
    ///   - node: The pattern.
    ///   - what: The words for it in a problem of another kind of value.
    ///   - owner: The words for its command or request.
    ///   - declared: The types that the command declares for parameters without a type of their own.
    mutating func pattern(
        _ node: Node, _ what: String, _ owner: String, _ declared: [String: String] = [:]
    ) -> PhraseTemplate? {
        guard let text = text(node, what) else { return nil }
        do throws(PhraseError) {
            let pattern = try PhraseTemplate(expanded(text))
            check(pattern, declared, node, owner)
            return pattern
        } catch {
            report(.pattern, node, "\(owner): pattern \"\(LogLine.clean(text, limit: 80))\": \(error)")
            return nil
        }
    }

    private mutating func check(
        _ pattern: PhraseTemplate, _ declared: [String: String], _ node: Node, _ owner: String
    ) {
        let what = "\(owner): pattern \"\(LogLine.clean(pattern.text, limit: 80))\""
        for (name, type) in pattern.typedParameters(declared) {
            if name == ActionPlan.outputName {
                report(.pattern, node, "\(what): the name @\(name) is taken by what a program writes: choose another")
            }
            checkType(type, node, what)
        }
    }

    /// Checks that a type is known, and registers a standard one.
    mutating func checkType(_ type: String, _ node: Node, _ what: String) {
        let builtIn = [PhraseTemplate.textType, PhraseTemplate.numberType]
        guard !builtIn.contains(type), !typeNames.contains(type), !type.hasPrefix("AMAZON.") else { return }
        if App.standardTypes[type] != nil {
            usedStandardTypes.insert(type)
            return
        }
        let nearest = NearestName.of(type, among: typeNames.sorted() + builtIn + App.standardTypes.keys.sorted())
        report(
            .pattern, node,
            "\(what): no type is called \(type)"
                + (nearest.map { "; did you mean \($0)?" } ?? "; list its values under \"types\""))
    }

    private mutating func checkDuplicate(
        _ pattern: PhraseTemplate, _ node: Node, _ command: String, _ topic: String
    ) {
        // Other patterns are compared as sentences: see PatternShadow.
        guard pattern.expression.isPlain else { return }
        let key =
            [topic]
            + pattern.elements.map { element in
                switch element {
                case .word(let word): Words.key(of: word)
                case .parameter(_, let type): "@" + type
                }
            }
        if let first = patterns[key] {
            report(
                .duplicate, node,
                "command \(command): pattern \"\(LogLine.clean(pattern.text, limit: 80))\" is said like one of command "
                    + "\(first.command) in line \(first.line): the first always wins")
        } else {
            patterns[key] = (command, node.mark?.line ?? 0)
        }
    }
}
