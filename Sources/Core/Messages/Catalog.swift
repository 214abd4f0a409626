// Catalog: what apps can understand now.

/// What one app can understand now. The recognizers merge the catalogs of all apps.
public struct Catalog: BusMessage {
    /// `catalog`
    public static let kind: Kind = "catalog"
    /// Retained: a recognizer that comes later needs it.
    public static let isRetained = true

    /// A command and the ways to say it.
    public struct Command: Sendable, Equatable, Codable {
        /// The command's type, unique in the app.
        public var type: String
        /// Patterns, in the language that `Phrases` documents.
        public var patterns: [String]
        /// What it does, in a sentence for "what can I say?".
        public var summary: String?
        /// The types of the parameters that patterns write as `{name}`.
        public var slots: [Slot]?
        /// Further patterns, that hold under conditions only or say more than their words.
        public var groups: [PatternGroup]?

        /// A command.
        public init(
            type: String, patterns: [String], summary: String? = nil, slots: [Slot]? = nil,
            groups: [PatternGroup]? = nil
        ) {
            (self.type, self.patterns, self.summary) = (type, patterns, summary)
            (self.slots, self.groups) = (slots, groups)
        }

        static let schema = Schema.object(
            "A command and the ways to say it.",
            [
                .required("type", .string, "The command's type, unique in the app."),
                .required("patterns", .array(.string), "Words, @name, @name:Type, {name}, (a|b), [a], <rule>."),
                .optional("summary", .string, "What it does, in a sentence."),
                .optional("slots", .array(Slot.schema), "The types of the parameters written as {name}."),
                .optional("groups", .array(PatternGroup.schema), "Patterns that hold under conditions."),
            ])
    }

    /// Where commands can be said that cannot be said everywhere: those of an app's session, the answers to its question.
    public struct Scope: Sendable, Equatable, Codable {
        /// The commands' types.
        public var commands: [String]
        /// The conversations.
        public var sessions: [Session]

        /// A scope.
        public init(commands: [String], sessions: [Session]) { (self.commands, self.sessions) = (commands, sessions) }

        static let schema = Schema.object(
            "Where some of the commands can be said.",
            [
                .required("commands", .array(.string), "The commands' types."),
                .required("sessions", .array(.string), "The conversations in which they can be said."),
            ])
    }

    /// The app's name.
    public var app: String
    /// BCP 47 language of the patterns.
    public var language: String
    /// Changes when anything below does but the scopes: the app's name, `@`, and a hash.
    public var revision: String
    /// The commands, in the order that decides ties. Empty when the app has gone.
    public var commands: [Command]
    /// The types that the patterns name.
    public var slotTypes: [SlotType]?
    /// What `<name>` stands for in patterns, by name.
    public var rules: [String: String]?
    /// Words that mean nothing anywhere in an utterance: `please`, `can you`.
    public var skipWords: [String]?
    /// Where commands can be said; those that none names, everywhere.
    public var scopes: [Scope]?

    /// A catalog whose revision is made from its content.
    public init(
        app: String, language: String = "en-US", commands: [Command], slotTypes: [SlotType]? = nil,
        rules: [String: String]? = nil, skipWords: [String]? = nil, scopes: [Scope]? = nil
    ) {
        self.app = app
        self.language = language
        self.commands = commands
        self.slotTypes = slotTypes
        self.rules = rules
        self.skipWords = skipWords
        self.scopes = scopes
        revision = ""
        revision = "\(app)@\(contentHash)"
    }

    /// The body's shape.
    public static let schema = Schema.object(
        "What one app can understand now.",
        [
            .required("app", .string, "The app's name."),
            .required("language", .string, "BCP 47 language of the patterns."),
            .required("revision", .string, "Changes when the content does, scopes apart: app@hash."),
            .required(
                "commands", .array(Command.schema), "In the order that decides ties; empty when the app has gone."),
            .optional("slotTypes", .array(SlotType.schema), "The types that the patterns name."),
            .optional("rules", .dictionary(.string), "What <name> stands for in patterns, by name."),
            .optional("skipWords", .array(.string), "Words that mean nothing anywhere in an utterance."),
            .optional("scopes", .array(Scope.schema), "Where commands can be said; those that none names, everywhere."),
        ])
    /// An app with a list of values, one with all that a catalog can have, and one that has gone.
    public static let examples = [
        Catalog(
            app: "kitchen",
            commands: [
                Command(
                    type: "Light", patterns: ["turn @state:State the light", "light @state:State"],
                    summary: "Switches the light.")
            ],
            slotTypes: [SlotType(name: "State", values: [.init(value: "on"), .init(value: "off", synonyms: ["out"])])]),
        Catalog(
            app: "home",
            commands: [
                Command(
                    type: "Heat", patterns: ["<set> {room} to {degrees} [degrees]"],
                    slots: [Slot(name: "degrees", type: "Degrees")],
                    groups: [
                        PatternGroup(
                            patterns: ["warmer [in here]"], fixed: ["change": .number(1)],
                            requires: ["room": Condition(values: ["lounge"], slot: "room")],
                            excludes: ["mode": Condition(values: ["off"], slot: "mode")],
                            keywords: ["warmer"], rules: ["here": "here"])
                    ])
            ],
            slotTypes: [
                SlotType(
                    name: "room",
                    values: [
                        .init(
                            value: "lounge", synonyms: ["front room"], id: "r1", spoken: ["[the] lounge"],
                            context: ["floor": "ground"], number: 1)
                    ], isOpen: true, isPreferred: true),
                SlotType(
                    name: "Degrees", values: [],
                    range: SlotType.Range(from: 5, to: 30, step: 1, fractions: .halves, multiplier: 1)),
                SlotType(name: "Code", values: [], base: "digits", count: 4),
            ], rules: ["set": "(set|heat)"], skipWords: ["please"],
            scopes: [Scope(commands: ["Heat"], sessions: [.default])]),
        Catalog(app: "mail", commands: []),
    ]
}
