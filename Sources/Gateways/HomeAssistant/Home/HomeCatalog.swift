import SaybusInteractionModels
import SaybusMessages
import SaybusPhrases

/// The lists of a home's names, to which Home Assistant's sentences refer.
enum HomeCatalog {
    /// The name of the command of sentences that Home Assistant itself is asked about.
    static let conversation = "Converse"

    /// Returns the catalog of a home.
    /// - Parameters:
    ///   - asksForUnknown: Whether any other sentence is passed on to Home Assistant.
    static func catalog(
        app: String, _ model: HomeAssistantModel, _ home: Home, asksForUnknown: Bool
    ) -> Catalog {
        var model = model
        model.leaveOutRefused()
        let areas = Set(home.areas.flatMap(\.rooms)).sorted()
        for command in model.commands.indices {
            model.commands[command].groups = model.commands[command].groups?.map { group(in: $0, areas: areas) }
        }
        let lists = Self.lists(of: home).filter(\.isSaid)
        // Versions without floors, and new homes, lack some of the lists, which is no fault of the sentences.
        SayableSentences.reduce(&model, without: listNames.subtracting(lists.map(\.name)))
        var catalog = model.catalog(app: app, entities: lists)
        if asksForUnknown {
            // Any words, with the lowest confidence: the commands of all apps come first.
            let command = Catalog.Command(
                type: conversation, patterns: ["@words"], summary: "Asks Home Assistant about anything else.")
            catalog = Catalog(
                app: app, language: catalog.language, commands: catalog.commands + [command],
                slotTypes: catalog.slotTypes, rules: catalog.rules, skipWords: catalog.skipWords)
        }
        return catalog
    }

    /// Returns a group whose condition on the user's area is one on the room of the conversation, which the intent
    /// stage knows: "turn on the lights" is understood in the session of an area.
    private static func group(in group: Catalog.PatternGroup, areas: [String]) -> Catalog.PatternGroup {
        guard let condition = group.requires?["area"] else { return group }
        var group = group
        group.requires?["area"] = nil
        group.requires?["room"] = Catalog.Condition(values: areas, slot: condition.slot)
        return group
    }

    private static let listNames: Set = ["name", "area", "floor"]

    /// Returns the lists `name`, `area` and `floor`.
    static func lists(of home: Home) -> [Catalog.SlotType] {
        let entities = home.entities.flatMap { entity -> [Catalog.SlotType.Value] in
            var context = ["domain": entity.domain]
            for (name, value) in entity.attributes {
                if case .string(let text) = value { context[name] = text }
            }
            return entity.names.map { Catalog.SlotType.Value(value: $0, id: entity.id, context: context) }
        }
        func places(_ places: [Home.Place]) -> [Catalog.SlotType.Value] {
            places.flatMap { place in place.names.map { Catalog.SlotType.Value(value: $0, id: place.id) } }
        }
        return [
            Catalog.SlotType(name: "name", values: entities, isPreferred: true),
            Catalog.SlotType(name: "area", values: places(home.areas)),
            Catalog.SlotType(name: "floor", values: places(home.floors)),
        ]
    }
}

extension Catalog.SlotType {
    /// Whether any of the values has words.
    fileprivate var isSaid: Bool { values.contains { !Words.tokenize($0.value, limit: 1).isEmpty } }
}
