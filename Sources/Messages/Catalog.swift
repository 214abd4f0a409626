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
        /// Patterns: words, `@name`, `@name:Number`, `@name:SlotType`.
        public var patterns: [String]
        /// What it does, in a sentence for "what can I say?".
        public var summary: String?

        /// A command.
        public init(type: String, patterns: [String], summary: String? = nil) {
            (self.type, self.patterns, self.summary) = (type, patterns, summary)
        }

        static let schema = Schema.object(
            "A command and the ways to say it.",
            [
                .required("type", .string, "The command's type, unique in the app."),
                .required("patterns", .array(.string), "Words, @name, @name:Number, @name:SlotType."),
                .optional("summary", .string, "What it does, in a sentence."),
            ])
    }

    /// A type of parameter with a list of values.
    public struct SlotType: Sendable, Equatable, Codable {
        /// The name that patterns use.
        public var name: String
        /// What can be said.
        public var values: [Value]

        /// One value.
        public struct Value: Sendable, Equatable, Codable {
            /// The canonical value.
            public var value: String
            /// Other words for it.
            public var synonyms: [String]?

            /// A value.
            public init(value: String, synonyms: [String]? = nil) { (self.value, self.synonyms) = (value, synonyms) }

            static let schema = Schema.object(
                "One value.",
                [
                    .required("value", .string, "The canonical value."),
                    .optional("synonyms", .array(.string), "Other words for it."),
                ])
        }

        /// A type.
        public init(name: String, values: [Value]) { (self.name, self.values) = (name, values) }

        static let schema = Schema.object(
            "A type of parameter with a list of values.",
            [
                .required("name", .string, "The name that patterns use."),
                .required("values", .array(Value.schema), "What can be said."),
            ])
    }

    /// The app's name.
    public var app: String
    /// BCP 47 language of the patterns.
    public var language: String
    /// Changes when anything below does: the app's name, `@`, and a hash.
    public var revision: String
    /// The commands, in the order that decides ties. Empty when the app has gone.
    public var commands: [Command]
    /// The types that the patterns name.
    public var slotTypes: [SlotType]?

    /// A catalog whose revision is made from its content.
    public init(app: String, language: String = "en-US", commands: [Command], slotTypes: [SlotType]? = nil) {
        self.app = app
        self.language = language
        self.commands = commands
        self.slotTypes = slotTypes
        revision = ""
        revision = "\(app)@\(contentHash)"
    }

    /// The body's shape.
    public static let schema = Schema.object(
        "What one app can understand now.",
        [
            .required("app", .string, "The app's name."),
            .required("language", .string, "BCP 47 language of the patterns."),
            .required("revision", .string, "Changes when the content does: app@hash."),
            .required(
                "commands", .array(Command.schema), "In the order that decides ties; empty when the app has gone."),
            .optional("slotTypes", .array(SlotType.schema), "The types that the patterns name."),
        ])
    /// An app with a list of values, and one that has gone.
    public static let examples = [
        Catalog(
            app: "kitchen",
            commands: [
                Command(
                    type: "Light", patterns: ["turn @state:State the light", "light @state:State"],
                    summary: "Switches the light.")
            ],
            slotTypes: [SlotType(name: "State", values: [.init(value: "on"), .init(value: "off", synonyms: ["out"])])]),
        Catalog(app: "mail", commands: []),
    ]

    private var contentHash: String {
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        func mix(_ text: String) {
            for byte in text.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
            hash = (hash ^ 0xFF) &* 0x100_0000_01b3  // No byte of UTF-8: separates "ab","c" from "a","bc".
        }
        // Every list is preceded by its length, and what is absent differs from what is empty: no two contents read alike.
        func mix(count: Int?) { mix(count.map(String.init) ?? "none") }
        mix(language)
        mix(count: commands.count)
        for command in commands {
            mix(command.type)
            mix(count: command.patterns.count)
            command.patterns.forEach(mix)
            mix(count: command.summary.map { _ in 1 })
            command.summary.map(mix)
        }
        mix(count: slotTypes?.count)
        for slotType in slotTypes ?? [] {
            mix(slotType.name)
            mix(count: slotType.values.count)
            for value in slotType.values {
                mix(value.value)
                mix(count: value.synonyms?.count)
                value.synonyms?.forEach(mix)
            }
        }
        let text = String(hash, radix: 16)
        return String(repeating: "0", count: 16 - text.count) + text
    }
}
