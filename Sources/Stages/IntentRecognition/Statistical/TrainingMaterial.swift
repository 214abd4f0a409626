import SaybusMessages
import SaybusPatternMatching

/// The parts of catalogs on which a model that is trained from them depends.
///
/// Summaries, thresholds, and sentences that only the app's own code understands are not among them.
struct TrainingMaterial: Sendable, Equatable {
    private let catalogs: [Catalog]
    /// The types of the parameters in a command's patterns.
    private let types: [CommandName: Set<String>]

    init(_ catalogs: [Catalog]) {
        self.catalogs = catalogs.map { catalog in
            var catalog = catalog.unscoped
            catalog.revision = ""
            for index in catalog.commands.indices {
                catalog.commands[index].summary = nil
                catalog.commands[index].confirmBelow = nil
                catalog.commands[index].refuseBelow = nil
                catalog.commands[index].phrases = nil
            }
            return catalog
        }
        types = catalogs.flatMap(\.commandPatterns).reduce(into: [:]) { types, pattern in
            types[CommandName(app: pattern.app, type: pattern.command.type), default: []].formUnion(
                pattern.parameters.values)
        }
    }

    /// Returns the commands that newer catalogs still have, with the same patterns, and parameters of the same types.
    func commandsUnchanged(in newer: TrainingMaterial) -> Set<CommandName> {
        let former = Dictionary(catalogs.map { ($0.app, $0) }, uniquingKeysWith: { first, _ in first })
        return newer.catalogs.reduce(into: []) { unchanged, catalog in
            guard let old = former[catalog.app], old.language == catalog.language, old.rules == catalog.rules,
                old.skipWords == catalog.skipWords
            else { return }
            let changedTypes = Self.typesChanged(from: old, to: catalog)
            let commands = Dictionary(old.commands.map { ($0.type, $0) }, uniquingKeysWith: { first, _ in first })
            for command in catalog.commands where commands[command.type] == command {
                let name = CommandName(app: catalog.app, type: command.type)
                if newer.types[name, default: []].isDisjoint(with: changedTypes) { unchanged.insert(name) }
            }
        }
    }

    /// Returns the names of the types that only one of two catalogs has, or that differ.
    private static func typesChanged(from old: Catalog, to new: Catalog) -> Set<String> {
        func types(_ catalog: Catalog) -> [String: Catalog.SlotType] {
            Dictionary((catalog.slotTypes ?? []).map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
        }
        let (before, after) = (types(old), types(new))
        return Set(before.keys).union(after.keys).filter { before[$0] != after[$0] }
    }
}
