import SaybusMessages
import SaybusPhrases
import Yams

/// The test sentences of a checkout, and the home to which they refer.
public struct HomeAssistantTests: Sendable {
    /// A sentence and its expected meaning.
    public struct Case: Sendable, Equatable {
        /// The sentence.
        public var text: String
        /// The name of the expected intent.
        public var intent: String
        /// All expected slots, each with its accepted values.
        public var slots: [String: [String]]
        /// The known context for the conditions of patterns.
        public var context: [String: String]
        /// The file and line, for messages.
        public var place: String
    }

    /// The sentences.
    public var cases: [Case]
    /// The lists `name`, `area` and `floor`.
    public var entities: [Catalog.SlotType]

    /// Reads `tests/LANGUAGE` of a checkout.
    public init(contentsOf folder: String, language: String = "en") throws(ModelError) {
        let path = "\(folder)/tests/\(language)"
        let fixtures = try YAMLFile(path + "/_fixtures.yaml")
        entities = Self.entities(fixtures.root)
        cases = []
        for name in ModelFile.names(in: path, extension: "yaml") where !name.hasPrefix("_") {
            let file = try YAMLFile(path + "/" + name)
            for test in file.root.member("tests")?.items ?? [] { cases += Self.cases(test, name) }
        }
    }

    private static func cases(_ test: Node, _ file: String) -> [Case] {
        guard let intent = test.member("intent"), let name = intent.member("name")?.written else { return [] }
        var slots: [String: [String]] = [:]
        for (name, value) in intent.member("slots")?.members ?? [] { slots[name] = value.items.compactMap(\.written) }
        var context: [String: String] = [:]
        for (name, value) in intent.member("context")?.members ?? [] { context[name] = value.written }
        return (test.member("sentences")?.items ?? []).compactMap { node in
            node.written.map {
                Case(
                    text: $0, intent: name, slots: slots, context: context,
                    place: file + (node.line.map { ":\($0)" } ?? ""))
            }
        }
    }

    /// Returns the entities of the fixtures. Their context is the domain and the attributes, to which
    /// conditions refer.
    private static func entities(_ root: Node) -> [Catalog.SlotType] {
        func places(_ list: String) -> [Catalog.SlotType.Value] {
            (root.member(list)?.items ?? []).flatMap { names(of: $0).map { Catalog.SlotType.Value(value: $0) } }
        }
        let entities = (root.member("entities")?.items ?? []).flatMap { entity in
            var context: [String: String] = [:]
            for (name, value) in entity.member("attributes")?.members ?? [] { context[name] = value.written }
            context["domain"] = entity.member("id")?.written?.split(separator: ".").first.map(String.init)
            return Self.names(of: entity).map { Catalog.SlotType.Value(value: $0, context: context) }
        }
        return [
            Catalog.SlotType(name: "name", values: entities, isPreferred: true),
            Catalog.SlotType(name: "area", values: places("areas")),
            Catalog.SlotType(name: "floor", values: places("floors")),
        ]
    }

    /// Returns all names of an entity. The file gives them as one template.
    private static func names(of node: Node) -> [String] {
        guard let name = node.member("name")?.written else { return [] }
        let texts = (try? PhraseTemplate(name))?.expression.texts(limit: 100)?.map(\.text) ?? [name]
        return texts.map { $0.split(separator: " ").joined(separator: " ") }
    }
}
