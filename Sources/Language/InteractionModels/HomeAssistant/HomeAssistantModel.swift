import SaybusMessages

/// The sentences of Home Assistant for a language, from its repository `intents`.
public struct HomeAssistantModel: Sendable, Equatable {
    /// The name of the language's folder, such as `en`.
    public var language: String
    /// The intents, with their sentences in groups.
    public var commands: [Catalog.Command]
    /// The lists, ranges and wildcards.
    public var lists: [Catalog.SlotType]
    /// The expansion rules, by name.
    public var rules: [String: String]
    /// The words without meaning.
    var skipWords: [String]
    /// The templates of responses by intent and key, such as `HassTurnOn` and `default`; empty unless they were read.
    public var responses: [String: [String: String]] = [:]
    /// The templates for errors by key, such as `no_entity`; empty unless they were read.
    public var errorResponses: [String: String] = [:]

    /// The parameter that names the key of the response, in a model that was read with responses.
    public static let responseParameter = "response"

    /// The parts that could not be used, in the order of the files. Everything else is used.
    public var problems: [InteractionModelError]

    /// The number of sentence templates.
    public var sentenceCount: Int {
        commands.reduce(0) { $0 + ($1.groups ?? []).reduce(0) { $0 + $1.patterns.count } }
    }

    /// Returns the model as a catalog of an app.
    /// - Parameters:
    ///   - app: The app's name.
    ///   - entities: The lists of the home's entities: `name`, `area`, `floor`.
    public func catalog(app: String = "home-assistant", entities: [Catalog.SlotType]) -> Catalog {
        let own = Set(entities.map(\.name))
        return Catalog(
            app: app, language: language, commands: commands,
            slotTypes: lists.filter { !own.contains($0.name) } + entities, rules: rules, skipWords: skipWords)
    }
}
