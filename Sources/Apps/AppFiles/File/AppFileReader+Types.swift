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
            if let values = values(value, "type \(name)") { types.append(.init(name: name, values: values)) }
        }
        return types
    }

    mutating func values(_ node: Node, _ type: String) -> [Catalog.SlotType.Value]? {
        guard let items = items(node, "\(type) must be a list of values") else { return nil }
        var values: [Catalog.SlotType.Value] = []
        var places: [[String]: String] = [:]
        for item in items {
            guard let value = value(item, type) else { continue }
            for words in [value.value] + (value.synonyms ?? []) {
                let spoken = Words.tokenize(words).map(\.key)
                if spoken.isEmpty {
                    report(
                        .badValue, item, "\(type): \"\(LogLine.clean(words, limit: 40))\" has no word that can be said")
                } else if let first = places[spoken] {
                    report(.duplicate, item, "\(type): \"\(words)\" stands for \"\(first)\" already")
                } else {
                    places[spoken] = value.value
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
        var synonyms: [String]?
        if let list = fields["synonyms"] {
            let what = "\(type): the synonyms of \"\(LogLine.clean(value, limit: 40))\""
            synonyms = []
            for item in items(list, "\(what) must be a list of texts") ?? [] {
                if let synonym = text(item, "\(what): each") { synonyms?.append(synonym) }
            }
        }
        return Catalog.SlotType.Value(value: value, synonyms: synonyms)
    }
}
