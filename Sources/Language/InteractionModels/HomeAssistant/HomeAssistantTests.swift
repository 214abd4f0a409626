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
        var slots: [String: [String]]
        /// The known context for the conditions of patterns.
        public var context: [String: String]
        /// The slots that may also be found, each with the value that it must have; nil is any.
        var additional: [String: String?] = [:]
        /// The file and line, for messages.
        var place: String
    }

    /// The sentences.
    public var cases: [Case]
    /// The lists `name`, `area` and `floor`.
    public var entities: [Catalog.SlotType]

    /// Reads the files in `tests/LANGUAGE` of a checkout, which refer to one home.
    public init(contentsOf folder: String, language: String = "en") throws(InteractionModelError) {
        let path = "\(folder)/tests/\(language)"
        let fixtures = try YAMLFile(path + "/_fixtures.yaml")
        entities = Self.entities(fixtures.root)
        cases = []
        for name in InteractionModelFiles.names(in: path, extension: "yaml") where !name.hasPrefix("_") {
            let file = try YAMLFile(path + "/" + name)
            for test in file.root.member("tests")?.items ?? [] { cases += Self.cases(test, name) }
        }
    }

    /// Reads all tests of a language: those that refer to one home, and the files in the folders of intents, each of
    /// which has a home of its own.
    public static func all(in folder: String, language: String = "en") throws(InteractionModelError)
        -> [HomeAssistantTests]
    {
        let path = "\(folder)/tests/\(language)"
        let intents = InteractionModelFiles.folders(in: path)
        let hasOneHome = intents.isEmpty || !InteractionModelFiles.names(in: path, extension: "yaml").isEmpty
        var all = hasOneHome ? [try HomeAssistantTests(contentsOf: folder, language: language)] : []
        for intent in intents {
            for name in InteractionModelFiles.names(in: "\(path)/\(intent)", extension: "yaml") {
                let file = try YAMLFile("\(path)/\(intent)/\(name)")
                all.append(HomeAssistantTests(file.root, of: intent, place: "\(intent)/\(name)"))
            }
        }
        return all
    }

    /// Returns the entities of several homes as those of one.
    public static func entities(of homes: [HomeAssistantTests]) -> [Catalog.SlotType] {
        guard var all = homes.first?.entities else { return [] }
        for home in homes.dropFirst() {
            for list in home.entities {
                guard let index = all.firstIndex(where: { $0.name == list.name }) else { continue }
                all[index].values += list.values.filter { !all[index].values.contains($0) }
            }
        }
        return all
    }

    /// The room in which the sentences of a file with a home of its own are spoken, unless it names one of its areas.
    private static let room = "Room"

    /// Reads a file with a home of its own.
    private init(_ root: Node, of intent: String, place: String) {
        entities = Self.entities(root)
        let room = root.member("areas")?.items.first { $0.member("context_area")?.bool == true }
        let area = room?.member("name")?.written ?? Self.room
        cases = (root.member("tests")?.items ?? []).flatMap { test in
            Self.cases(test, intent, slots: test.member("slots"), context: ["area": area], place).map { test in
                var test = test
                // The room is a slot of sentences that name none, and the domain one of those that imply it.
                test.additional = ["area": area, "domain": nil]
                return test
            }
        }
    }

    private static func cases(_ test: Node, _ file: String) -> [Case] {
        guard let intent = test.member("intent"), let name = intent.member("name")?.written else { return [] }
        var context: [String: String] = [:]
        for (name, value) in intent.member("context")?.members ?? [] { context[name] = value.written }
        return cases(test, name, slots: intent.member("slots"), context: context, file)
    }

    private static func cases(
        _ test: Node, _ intent: String, slots: Node?, context: [String: String], _ file: String
    ) -> [Case] {
        var expected: [String: [String]] = [:]
        for (name, value) in slots?.members ?? [] { expected[name] = value.items.compactMap(\.written) }
        return (test.member("sentences")?.items ?? []).compactMap { node in
            node.written.map {
                Case(
                    text: $0, intent: intent, slots: expected, context: context,
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
            context["domain"] =
                entity.member("domain")?.written
                ?? entity.member("id")?.written?.split(separator: ".").first.map(String.init)
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
