/// The commands that one app understands now, published by the dispatch stage for its apps, or by a remote
/// app.
///
/// The recognizers merge the catalogs of all apps. A newer catalog of an app replaces the older one.
public struct Catalog: BusMessage {
    /// `catalog`
    public static let kind: Kind = "catalog"
    /// True: a recognizer that starts later receives the catalog from the broker.
    public static let isRetained = true

    /// A command, and the ways to say it.
    public struct Command: Sendable, Equatable, Codable {
        /// The command's type, unique in the app.
        public var type: String
        /// Patterns, in the language that the documentation of `SaybusPhrases` describes.
        public var patterns: [String]
        /// A sentence on the effect of the command, for the answer to "what can I say?"; absent means none.
        public var summary: String?
        /// The types of the parameters that patterns write as `{name}`; absent means none.
        public var slots: [Slot]?
        /// Further patterns that are valid under conditions only, or that set parameters of their own; absent
        /// means none.
        public var groups: [PatternGroup]?
        /// The confidence, 0…1, below which the dispatch stage asks the user before the command is carried out; 1 means
        /// each time, also when the words are typed. Absent means the dispatcher's default for what the command does.
        public var confirmBelow: Double?
        /// The confidence, 0…1, below which the command is not carried out; absent means the dispatcher's default.
        public var refuseBelow: Double?
        /// Patterns of further sentences, which only the app's own code understands. The speech recognizers listen for
        /// them; the intent stage does not match them. Empty if the code understands sentences that have no patterns;
        /// absent if there is no such code.
        public var phrases: [String]?

        /// Creates a command.
        public init(
            type: String, patterns: [String], summary: String? = nil, slots: [Slot]? = nil,
            groups: [PatternGroup]? = nil, confirmBelow: Double? = nil, refuseBelow: Double? = nil,
            phrases: [String]? = nil
        ) {
            (self.type, self.patterns, self.summary) = (type, patterns, summary)
            (self.slots, self.groups, self.phrases) = (slots, groups, phrases)
            (self.confirmBelow, self.refuseBelow) = (confirmBelow, refuseBelow)
        }

        static let schema = Schema.object(
            "A command and the ways to say it.",
            [
                .required("type", .string, "The command's type, unique in the app."),
                .required("patterns", .array(.string), "Words, @name, @name:Type, {name}, (a|b), [a], <rule>."),
                .optional("summary", .string, "A sentence on what the command does."),
                .optional("slots", .array(Slot.schema), "The types of the parameters written as {name}."),
                .optional(
                    "groups", .array(PatternGroup.schema),
                    "Further patterns, valid under conditions or with parameters of their own."),
                .optional(
                    "confirmBelow", .fraction,
                    "The confidence below which the user is asked before the command is carried out."),
                .optional("refuseBelow", .fraction, "The confidence below which the command is not carried out."),
                .optional(
                    "phrases", .array(.string),
                    "Patterns that the recognizers listen for and that only the app's own code understands."),
            ])
    }

    /// Sessions to which commands are limited, such as the commands of an app's session or the answers to its
    /// question.
    public struct Scope: Sendable, Equatable, Codable {
        /// The types of the commands that are limited, as in ``Catalog/Command/type``.
        public var commands: [String]
        /// The sessions in which the commands can be said.
        public var sessions: [Session]

        /// Creates a scope.
        public init(commands: [String], sessions: [Session]) { (self.commands, self.sessions) = (commands, sessions) }

        static let schema = Schema.object(
            "Sessions to which commands are limited.",
            [
                .required("commands", .array(.string), "The commands' types."),
                .required("sessions", .array(.string), "The sessions in which the commands can be said."),
            ])
    }

    /// The app's name, by which a newer catalog replaces an older one.
    public var app: String
    /// The language of the patterns, as a BCP 47 tag such as `en-US`.
    public var language: String
    /// The app's name, `@` and a hash of the content. It changes whenever anything below changes, except the
    /// scopes and what is awaited.
    public var revision: String
    /// The commands, in the order that decides ties. Empty when the app is withdrawn.
    public var commands: [Command]
    /// The slot types to which the patterns refer; absent means none.
    public var slotTypes: [SlotType]?
    /// The expansions of `<name>` in patterns, by name; absent means none.
    public var rules: [String: String]?
    /// Words without meaning wherever they occur in an utterance, such as `please` and `can you`; absent
    /// means none.
    public var skipWords: [String]?
    /// The sessions in which commands can be said. A command that no scope names can be said in all sessions.
    /// Absent means no limits.
    public var scopes: [Scope]?
    /// The commands that something waits for, and the sessions in which it does, such as the command that stops what
    /// rings there. They take precedence over commands of other apps that are equally sure. Absent means none.
    public var awaited: [Scope]?

    /// Creates a catalog whose revision is computed from its content.
    public init(
        app: String, language: String = "en-US", commands: [Command], slotTypes: [SlotType]? = nil,
        rules: [String: String]? = nil, skipWords: [String]? = nil, scopes: [Scope]? = nil, awaited: [Scope]? = nil
    ) {
        self.app = app
        self.language = language
        self.commands = commands
        self.slotTypes = slotTypes
        self.rules = rules
        self.skipWords = skipWords
        self.scopes = scopes
        self.awaited = awaited
        revision = ""
        revision = "\(app)@\(contentHash)"
    }

    /// The schema of the body, which `saybus schema catalog` prints.
    public static let schema = Schema.object(
        "The commands that one app understands now.",
        [
            .required("app", .string, "The app's name."),
            .required("language", .string, "BCP 47 language of the patterns."),
            .required("revision", .string, "Changes when the content does, scopes apart: app@hash."),
            .required(
                "commands", .array(Command.schema), "In the order that decides ties; empty when the app has gone."),
            .optional("slotTypes", .array(SlotType.schema), "The types that the patterns name."),
            .optional("rules", .dictionary(.string), "Expansions of <name> in patterns, by name."),
            .optional("skipWords", .array(.string), "Words without meaning wherever they occur in an utterance."),
            .optional(
                "scopes", .array(Scope.schema),
                "Sessions in which commands can be said; a command that no scope names, in all."),
            .optional(
                "awaited", .array(Scope.schema),
                "Commands that something waits for, which take precedence over equally sure ones of other apps."),
        ])
    /// A catalog with a list of values, one with every field, and one of an app that is withdrawn.
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
                    ], confirmBelow: 0.7, refuseBelow: 0.4, phrases: ["(keep|make) it @how"])
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
            scopes: [Scope(commands: ["Heat"], sessions: [.default])],
            awaited: [Scope(commands: ["Heat"], sessions: [.default])]),
        Catalog(app: "mail", commands: []),
    ]

    /// Refuses a threshold of confidence that is not from 0 to 1.
    public func checkRanges() throws(MessageError) {
        for (index, command) in commands.enumerated() {
            try Self.checkConfidence(command.confirmBelow, "commands.\(index).confirmBelow")
            try Self.checkConfidence(command.refuseBelow, "commands.\(index).refuseBelow")
        }
    }
}
