import SaybusMessages

/// The sentences of Home Assistant, as its repository `intents` has them for a language.
public struct HomeAssistantModel: Sendable, Equatable {
    /// As the folder is named: `en`.
    public var language: String
    /// The intents with their sentences in groups.
    public var commands: [Catalog.Command]
    /// Lists, ranges and wildcards.
    public var lists: [Catalog.SlotType]
    /// Expansion rules by name.
    public var rules: [String: String]
    /// Words that mean nothing.
    public var skipWords: [String]
    /// What could not be used, in the files' order; the rest is used.
    public var problems: [ModelError]

    /// How many sentence templates there are.
    public var sentenceCount: Int {
        commands.reduce(0) { $0 + ($1.groups ?? []).reduce(0) { $0 + $1.patterns.count } }
    }

    /// The model as a catalog of an app.
    ///
    /// - Parameter entities: The lists of what there is in the house: `name`, `area`, `floor`.
    public func catalog(app: String = "home-assistant", entities: [Catalog.SlotType]) -> Catalog {
        let own = Set(entities.map(\.name))
        return Catalog(
            app: app, language: language, commands: commands,
            slotTypes: lists.filter { !own.contains($0.name) } + entities, rules: rules, skipWords: skipWords)
    }
}
