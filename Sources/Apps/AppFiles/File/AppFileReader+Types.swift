import SaybusMessages
import SaybusPhrases
import SaybusSupport
import Yams

extension AppFileReader {
    /// Reads the slot types with lists of values.
    mutating func types(_ node: Node) -> [Catalog.SlotType] {
        guard let entries = entries(node, "types must be a mapping of names to lists of values") else { return [] }
        var types: [Catalog.SlotType] = []
        for (name, keyNode, value) in entries {
            // The name is known from here on, so that a problem inside the type is not reported again for every
            // pattern.
            typeNames.insert(name)
            map.types[name] = AppFileMap.Place(keyNode)
            if name == PhraseTemplate.textType || name == PhraseTemplate.numberType {
                report(.badValue, keyNode, "the type \(name) is built in: choose another name")
            } else if (try? PhraseTemplate("@x:\(name)"))?.parameters.first?.type != name {
                report(
                    .badValue, keyNode,
                    "a type's name must be of letters, digits and _, found \"\(LogLine.clean(name, limit: 40))\"")
            }
            if case .mapping = value {
                types.append(definition(value, name))
            } else if let values = values(value, "type \(name)") {
                types.append(.init(name: name, values: values))
            }
        }
        return types
    }

    /// Reads a type with `values`, a `range`, `digits` or `words`.
    private mutating func definition(_ node: Node, _ name: String) -> Catalog.SlotType {
        let what = "type \(name)"
        var type = Catalog.SlotType(name: name, values: [])
        guard let fields = fields(node, what, .typeDefinition) else { return type }
        let owners = [
            "open": "values", "preferred": "values", "step": "range", "fractions": "range", "times": "range",
        ]
        let forms = ["values", "range", "digits", "words"].filter { fields[$0] != nil }
        if forms.count != 1 {
            report(.missing, node, "\(what) must have one of values, range, digits and words, found \(forms.count)")
        }
        for (key, owner) in owners.sorted(by: { $0.key < $1.key }) where fields[owner] == nil {
            if let stray = fields[key] { report(.badValue, stray, "\(what): \"\(key)\" belongs to \"\(owner)\"") }
        }
        if let node = fields["values"] { type.values = values(node, what) ?? [] }
        type.isOpen = fields["open"].map { boolean($0, "\(what): open") }
        type.isPreferred = fields["preferred"].map { boolean($0, "\(what): preferred") }
        if let node = fields["digits"] {
            (type.base, type.count) = ("digits", integer(node, "\(what): digits", in: 1...100))
        }
        if let node = fields["words"] {
            (type.base, type.count) = ("entity", integer(node, "\(what): words", in: 1...100))
        }
        if let node = fields["range"], let bounds = range(node, "\(what): range") {
            type.range = .init(from: bounds.lowerBound, to: bounds.upperBound)
            type.range?.step = fields["step"].flatMap { number($0, "\(what): step", in: 0.001...1e9) }
            type.range?.fractions = fields["fractions"].flatMap { word($0, "\(what): fractions") }
            type.range?.multiplier = fields["times"].flatMap { number($0, "\(what): times", in: -1e9...1e9) }
        }
        return type
    }

    mutating func values(_ node: Node, _ type: String) -> [Catalog.SlotType.Value]? {
        guard let items = items(node, "\(type) must be a list of values") else { return nil }
        var values: [Catalog.SlotType.Value] = []
        // A value's own words may be repeated in another spelling: "Straße" and "Strasse".
        var places: [[String]: (item: Int, value: String)] = [:]
        for (index, item) in items.enumerated() {
            guard let value = value(item, type) else { continue }
            for words in (value.spoken == nil ? [value.value] : []) + (value.synonyms ?? []) {
                let spoken = Words.tokenize(words).map(\.key)
                if spoken.isEmpty {
                    report(
                        .badValue, item, "\(type): \"\(LogLine.clean(words, limit: 40))\" has no word that can be said")
                } else if let first = places[spoken], first.item != index {
                    report(.duplicate, item, "\(type): \"\(words)\" stands for \"\(first.value)\" already")
                } else {
                    places[spoken] = (index, value.value)
                }
            }
            values.append(value)
        }
        return values
    }

    private mutating func value(_ node: Node, _ type: String) -> Catalog.SlotType.Value? {
        guard case .mapping = node else {
            return text(node, "\(type): a value").map { Catalog.SlotType.Value(value: $0) }
        }
        guard let fields = fields(node, "\(type): a value", .typeValue),
            let value = fields["value"].flatMap({ text($0, "\(type): a value") })
        else { return nil }
        let name = LogLine.clean(value, limit: 40)
        let synonyms = fields["synonyms"].map { texts($0, "\(type): the synonyms of \"\(name)\"") }
        let what = "\(type): the spoken forms of \"\(name)\""
        let spoken = fields["spoken"].map { texts($0, what) }
        for text in spoken ?? [] {
            do throws(PhraseError) {
                let pattern = try PhraseTemplate(text)
                if !pattern.parameters.isEmpty { report(.pattern, node, "\(what) must have no parameters: \(text)") }
            } catch {
                report(.pattern, node, "\(what): \"\(LogLine.clean(text, limit: 80))\": \(error)")
            }
        }
        var result = Catalog.SlotType.Value(
            value: value, synonyms: synonyms, id: fields["id"].flatMap { self.text($0, "\(type): id") }, spoken: spoken)
        result.number = fields["number"].flatMap { number($0, "\(type): the number of \"\(name)\"", in: -1e12...1e12) }
        result.context = fields["context"].map { facts($0, "\(type): the context of \"\(name)\"") }
        return result
    }

    private mutating func facts(_ node: Node, _ what: String) -> [String: String] {
        var facts: [String: String] = [:]
        for (name, keyNode, value) in entries(node, "\(what) must be a mapping of facts to texts") ?? []
        where isName(name, keyNode, "\(what): a fact's name") {
            facts[name] = text(value, "\(what): \(name)")
        }
        return facts
    }

    /// Reads a list of texts.
    mutating func texts(_ node: Node, _ what: String) -> [String] {
        (items(node, "\(what) must be a list of texts") ?? []).compactMap { text($0, "\(what): each") }
    }
}
