extension Catalog {
    /// A parameter that a command has, and its type.
    public struct Slot: Sendable, Equatable, Codable {
        /// The parameter's name.
        public var name: String
        /// A built-in type, or one of the catalog.
        public var type: String

        /// A slot.
        public init(name: String, type: String) { (self.name, self.type) = (name, type) }

        static let schema = Schema.object(
            "A parameter that a command has.",
            [
                .required("name", .string, "The parameter's name."),
                .required("type", .string, "A built-in type, or one of the catalog."),
            ])
    }

    /// What must be known beside the words: where the user is, or what a value is.
    public struct Condition: Sendable, Equatable, Codable {
        /// One of these; nil means any.
        public var values: [String]?
        /// The parameter that takes the value which is known.
        public var slot: String?

        /// A condition.
        public init(values: [String]? = nil, slot: String? = nil) { (self.values, self.slot) = (values, slot) }

        static let schema = Schema.object(
            "What must be known beside the words.",
            [
                .optional("values", .array(.string), "One of these; any when absent."),
                .optional("slot", .string, "The parameter that takes the value which is known."),
            ])
    }

    /// Patterns that hold under conditions, or say more than their words.
    public struct PatternGroup: Sendable, Equatable, Codable {
        /// The patterns.
        public var patterns: [String]
        /// Parameters that none of the words say.
        public var fixed: [String: Parameter.Value]?
        /// What must be known, by name.
        public var requires: [String: Condition]?
        /// What must not be so, by name.
        public var excludes: [String: Condition]?
        /// Words of which one must be in the utterance.
        public var keywords: [String]?
        /// What `<name>` stands for in these patterns, before the rules of the catalog.
        public var rules: [String: String]?

        /// A group.
        public init(
            patterns: [String], fixed: [String: Parameter.Value]? = nil, requires: [String: Condition]? = nil,
            excludes: [String: Condition]? = nil, keywords: [String]? = nil, rules: [String: String]? = nil
        ) {
            (self.patterns, self.fixed, self.requires) = (patterns, fixed, requires)
            (self.excludes, self.keywords, self.rules) = (excludes, keywords, rules)
        }

        static let schema = Schema.object(
            "Patterns that hold under conditions, or say more than their words.",
            [
                .required("patterns", .array(.string), "The patterns."),
                .optional("fixed", .dictionary(.anyOf([.string, .number])), "Parameters that none of the words say."),
                .optional("requires", .dictionary(Condition.schema), "What must be known, by name."),
                .optional("excludes", .dictionary(Condition.schema), "What must not be so, by name."),
                .optional("keywords", .array(.string), "Words of which one must be in the utterance."),
                .optional("rules", .dictionary(.string), "What <name> stands for, before the catalog's rules."),
            ])
    }
}
