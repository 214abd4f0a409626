import Foundation
import SaybusMessages
import Yams

/// A reader of the sentences in a checkout of Home Assistant's intents. Parts that cannot be used become
/// problems.
struct HomeAssistantReader {
    private var model: HomeAssistantModel
    private var commands: [String: Catalog.Command] = [:]
    private var order: [String] = []
    private var file = ""
    /// Whether the responses are read, and each group of sentences sets the key of its response as a parameter.
    private let readsResponses: Bool

    /// Reads the sentences of a language from a checkout, or from the package `home-assistant-intents`: its folder, or
    /// one of the JSON files in it, each of which holds a language.
    static func read(
        _ path: String, language: String, withResponses: Bool
    ) throws(InteractionModelError) -> HomeAssistantModel {
        let files = [path, "\(path)/\(language).json", "\(path)/data/\(language).json"]
        var isDirectory: ObjCBool = false
        let file = files.first {
            $0.hasSuffix(".json") && FileManager.default.fileExists(atPath: $0, isDirectory: &isDirectory)
                && !isDirectory.boolValue
        }
        guard let file else { return try read(folder: path, language: language, withResponses: withResponses) }
        var reader = HomeAssistantReader(language: language, withResponses: withResponses)
        // JSON is YAML.
        try reader.add(file: file)
        guard !reader.order.isEmpty else {
            throw InteractionModelError(.noModel, file: file, "there are no intents in the file")
        }
        return reader.finished()
    }

    /// Reads the sentences in `sentences/LANGUAGE` of a folder.
    ///
    /// In one layout, the files there hold intents of all kinds. In the other one, each intent has a folder
    /// with its name, and the rules and lists are in `rules/LANGUAGE` and `lists/LANGUAGE`.
    private static func read(
        folder: String, language: String, withResponses: Bool
    ) throws(InteractionModelError) -> HomeAssistantModel {
        let sentences = "\(folder)/sentences/\(language)"
        var isDirectory: ObjCBool = false
        guard FileManager.default.fileExists(atPath: sentences, isDirectory: &isDirectory), isDirectory.boolValue else {
            throw InteractionModelError(
                .unreadable, file: folder,
                "there is no folder sentences/\(language) in it: name a checkout of the intents")
        }
        var reader = HomeAssistantReader(language: language, withResponses: withResponses)
        for name in InteractionModelFiles.names(in: sentences, extension: "yaml") {
            try reader.add(file: sentences + "/" + name)
        }
        if reader.order.isEmpty {
            for part in ["rules", "lists"] {
                let path = "\(folder)/\(part)/\(language)"
                for name in InteractionModelFiles.names(in: path, extension: "yaml") {
                    try reader.add(file: path + "/" + name)
                }
            }
            for intent in ((try? FileManager.default.contentsOfDirectory(atPath: sentences)) ?? []).sorted() {
                for name in InteractionModelFiles.names(in: sentences + "/" + intent, extension: "yaml") {
                    try reader.add(file: "\(sentences)/\(intent)/\(name)", intent: intent)
                }
            }
        }
        guard !reader.order.isEmpty else {
            throw InteractionModelError(.noModel, file: sentences, "there is no file with intents in the folder")
        }
        if withResponses {
            let responses = "\(folder)/responses/\(language)"
            for name in InteractionModelFiles.names(in: responses, extension: "yaml") {
                try reader.add(file: responses + "/" + name)
            }
        }
        return reader.finished()
    }

    private func finished() -> HomeAssistantModel {
        var model = model
        // Among equally good matches, the intent with the alphabetically first name wins, as in Home Assistant.
        model.commands = order.sorted().compactMap { commands[$0] }
        model.limitWildcards()
        return model
    }

    private init(language: String, withResponses: Bool) {
        readsResponses = withResponses
        model = HomeAssistantModel(
            language: language, commands: [], lists: [], rules: [:], skipWords: [], problems: [])
    }

    private mutating func report(_ code: InteractionModelError.Code, _ node: Node?, _ sentence: String) {
        model.problems.append(InteractionModelError(code, file: file, line: node?.line, sentence))
    }

    // MARK: Files

    private mutating func add(file path: String, intent: String? = nil) throws(InteractionModelError) {
        file = path
        let root = try YAMLFile(path).root
        guard root.mapping != nil else {
            throw InteractionModelError(
                .shape, file: path, line: root.line, "the file must be a mapping, as of language and intents")
        }
        for (name, rule) in root.member("expansion_rules")?.members ?? [] { model.rules[name] = rule.written }
        for (name, list) in root.member("lists")?.members ?? [] {
            guard let type = self.list(name, list) else { continue }
            model.lists.removeAll { $0.name == name }
            model.lists.append(type)
        }
        model.skipWords += (root.member("skip_words")?.items ?? []).compactMap(\.written)
        if root.member("settings")?.member("ignore_whitespace")?.bool == true {
            report(
                .unused, root.member("settings"), "ignore_whitespace: sentences are split at white space all the same")
        }
        if readsResponses { addResponses(root.member("responses")) }
        for (name, node) in root.member("intents")?.members ?? [] { add(node.member("data"), to: name, node) }
        if let intent { add(root.member("data"), to: intent, root) }
    }

    private mutating func addResponses(_ node: Node?) {
        for (intent, responses) in node?.member("intents")?.members ?? [] {
            for (key, template) in responses.members {
                if let text = template.written { model.responses[intent, default: [:]][key] = text }
            }
        }
        for (key, template) in node?.member("errors")?.members ?? [] {
            if let text = template.written { model.errorResponses[key] = text }
        }
    }

    private mutating func add(_ data: Node?, to intent: String, _ node: Node) {
        guard let data, data.sequence != nil else {
            report(.shape, node, "the intent \(intent) has no list \"data\"")
            return
        }
        if commands[intent] == nil {
            order.append(intent)
            commands[intent] = Catalog.Command(type: intent, patterns: [], groups: [])
        }
        for block in data.items {
            guard let group = group(block, of: intent) else { continue }
            commands[intent]?.groups?.append(group)
        }
    }

    // MARK: Groups

    private mutating func group(_ node: Node, of intent: String) -> Catalog.PatternGroup? {
        guard let sentences = node.member("sentences"), sentences.sequence != nil else {
            report(.shape, node, "a part of \(intent) has no list \"sentences\"")
            return nil
        }
        var group = Catalog.PatternGroup(patterns: sentences.items.compactMap(\.written))
        group.fixed = Self.filled(
            Dictionary(
                (node.member("slots")?.members ?? []).compactMap { name, value in
                    value.items.first.map { (name, Self.value($0)) }
                }, uniquingKeysWith: { $1 }))
        var requires = Self.conditions(node.member("requires_context"))
        // In the layout with a folder per intent, these conditions and fixed slots have other names.
        if let domains = node.member("name_domains") {
            requires["domain"] = Catalog.Condition(values: domains.items.compactMap(\.written))
        }
        if let domain = node.member("inferred_domain")?.written {
            group.fixed = (group.fixed ?? [:]).merging(["domain": .text(domain)]) { own, _ in own }
        }
        if readsResponses, let response = node.member("response")?.written {
            let key = HomeAssistantModel.responseParameter
            group.fixed = (group.fixed ?? [:]).merging([key: .text(response)]) { own, _ in own }
        }
        group.requires = Self.filled(requires)
        group.excludes = Self.filled(Self.conditions(node.member("excludes_context")))
        group.keywords = node.member("required_keywords")?.items.compactMap(\.written)
        group.rules = Self.filled(
            Dictionary(
                (node.member("expansion_rules")?.members ?? []).compactMap { name, rule in
                    rule.written.map { (name, $0) }
                },
                uniquingKeysWith: { $1 }))
        if let lists = node.member("lists") {
            for (name, node) in lists.members {
                // A group's own lists get unique names, because all groups of a catalog share its lists.
                guard var type = list(name, node) else { continue }
                type.name = "\(name).\(intent).\(commands[intent]?.groups?.count ?? 0)"
                model.lists.append(type)
                group.patterns = group.patterns.map { pattern in
                    pattern.replacingOccurrences(of: "{\(name)}", with: "{\(type.name):\(name)}")
                        .replacingOccurrences(of: "{\(name):", with: "{\(type.name):")
                }
            }
        }
        return group
    }

    private static func filled<Value>(_ members: [String: Value]) -> [String: Value]? {
        members.isEmpty ? nil : members
    }

    private static func conditions(_ node: Node?) -> [String: Catalog.Condition] {
        var conditions: [String: Catalog.Condition] = [:]
        for (name, node) in node?.members ?? [] {
            var condition = Catalog.Condition()
            var value: Node? = node
            if node.mapping != nil {
                value = node.member("value")
                if let slot = node.member("slot") { condition.slot = slot.bool == nil ? slot.written : name }
                if node.member("slot")?.bool == false { condition.slot = nil }
            }
            let values =
                value?.items.filter { $0.null == nil || $0.scalar?.style != .plain }.compactMap(\.written) ?? []
            condition.values = values.isEmpty ? nil : values
            conditions[name] = condition
        }
        return conditions
    }

    private static func value(_ node: Node) -> Parameter.Value {
        guard node.scalar?.style == .plain, let number = node.float, number.isFinite else {
            return .text(node.written ?? "")
        }
        return .number(number)
    }

    // MARK: Lists

    private mutating func list(_ name: String, _ node: Node) -> Catalog.SlotType? {
        if let values = node.member("values") {
            return Catalog.SlotType(name: name, values: values.items.flatMap { self.values($0, of: name) })
        }
        if let range = node.member("range") {
            guard let from = range.member("from")?.float, let to = range.member("to")?.float, from <= to else {
                report(.shape, range, "the range of the list \(name) needs numbers \"from\" and \"to\"")
                return nil
            }
            return Catalog.SlotType(
                name: name, values: [],
                range: Catalog.SlotType.Range(
                    from: from, to: to, step: range.member("step")?.float,
                    fractions: range.member("fractions")?.written.flatMap { .init(rawValue: $0) },
                    multiplier: range.member("multiplier")?.float))
        }
        if node.member("wildcard")?.bool == true { return Catalog.SlotType(name: name, values: [], base: "entity") }
        report(.shape, node, "the list \(name) has neither values nor a range, and is no wildcard")
        return nil
    }

    /// Reads an entry of a list: several values with the same words where "out" is a list, of which any is meant.
    private mutating func values(_ node: Node, of list: String) -> [Catalog.SlotType.Value] {
        if let text = node.written { return [Catalog.SlotType.Value(value: text, spoken: [text])] }
        guard let spoken = node.member("in")?.written else {
            report(.shape, node, "a value of the list \(list) is neither a text nor has it \"in\"")
            return []
        }
        let context = Dictionary(
            (node.member("context")?.members ?? []).compactMap { name, value in value.written.map { (name, $0) } },
            uniquingKeysWith: { $1 })
        func value(_ text: String, _ number: Double? = nil) -> Catalog.SlotType.Value {
            Catalog.SlotType.Value(value: text, spoken: [spoken], context: Self.filled(context), number: number)
        }
        let outs = node.member("out")?.items ?? []
        guard !outs.isEmpty else { return [value(spoken)] }
        return outs.map { out in
            guard case .number(let number) = Self.value(out) else { return value(out.written ?? spoken) }
            return value(out.written ?? spoken, number)
        }
    }
}
