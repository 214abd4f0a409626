import SaybusMessages

/// The parts of catalogs that say how the patterns of one app are read: the language, the rules, the types, values
/// apart, and the types of the commands' slots. Pure.
struct CatalogMeanings {
    private let language: String
    private var rules: [String: String] = [:]
    private var types: [String: Catalog.SlotType] = [:]
    /// The types of slots, by the types of their commands and their names.
    private var slots: [String: [String: String]] = [:]

    /// Takes the parts of a catalog.
    init(_ catalog: Catalog) {
        language = catalog.language
        add(catalog)
    }

    /// Adds those of another catalog. Of two with one name, the first counts.
    mutating func add(_ catalog: Catalog) {
        rules.merge(catalog.rules ?? [:]) { first, _ in first }
        for type in catalog.slotTypes ?? [] where types[type.name] == nil {
            types[type.name] = Self.withoutValues(type)
        }
        for command in catalog.commands {
            for slot in command.slots ?? [] where slots[command.type]?[slot.name] == nil {
                slots[command.type, default: [:]][slot.name] = slot.type
            }
        }
    }

    /// Returns whether the patterns of another catalog mean the same beside those of the catalogs that were added.
    func agree(with catalog: Catalog) -> Bool {
        language == catalog.language && haveSameRules(as: catalog) && haveSameTypes(as: catalog)
            && haveSameSlots(as: catalog)
    }

    private func haveSameRules(as catalog: Catalog) -> Bool {
        (catalog.rules ?? [:]).allSatisfy { name, rule in rules[name].map { $0 == rule } ?? true }
    }

    private func haveSameTypes(as catalog: Catalog) -> Bool {
        (catalog.slotTypes ?? []).allSatisfy { type in
            types[type.name].map { $0 == Self.withoutValues(type) } ?? true
        }
    }

    private func haveSameSlots(as catalog: Catalog) -> Bool {
        catalog.commands.allSatisfy { command in
            guard let known = slots[command.type] else { return true }
            return (command.slots ?? []).allSatisfy { slot in known[slot.name].map { $0 == slot.type } ?? true }
        }
    }

    private static func withoutValues(_ type: Catalog.SlotType) -> Catalog.SlotType {
        var type = type
        type.values = []
        return type
    }
}
