extension Catalog {
    /// A parameter of a command, and its type.
    public struct Slot: Sendable, Equatable, Codable {
        /// The parameter's name, as in `{name}`.
        public var name: String
        /// A built-in type, or a slot type of the catalog.
        public var type: String

        /// Creates a slot.
        public init(name: String, type: String) { (self.name, self.type) = (name, type) }

        static let schema = Schema.object(
            "A parameter of a command.",
            [
                .required("name", .string, "The parameter's name."),
                .required("type", .string, "A built-in type, or a slot type of the catalog."),
            ])
    }

    /// A condition on the context of an utterance, such as the user's room or a property of a spoken value.
    public struct Condition: Sendable, Equatable, Codable {
        /// The accepted values; absent means any value.
        public var values: [String]?
        /// The parameter that receives the value of the context; absent means none.
        public var slot: String?

        /// Creates a condition.
        public init(values: [String]? = nil, slot: String? = nil) { (self.values, self.slot) = (values, slot) }

        static let schema = Schema.object(
            "A condition on the context of an utterance.",
            [
                .optional("values", .array(.string), "The accepted values; any when absent."),
                .optional("slot", .string, "The parameter that receives the value of the context."),
            ])
    }

    /// Patterns that are valid under conditions only, or that set parameters which their words do not
    /// contain.
    public struct PatternGroup: Sendable, Equatable, Codable {
        /// The patterns, in the language of ``Catalog/Command/patterns``.
        public var patterns: [String]
        /// Parameters that these patterns set, by name; absent means none.
        public var fixed: [String: Parameter.Value]?
        /// The conditions that must hold, by the name of the context value; absent means none.
        public var requires: [String: Condition]?
        /// The conditions that must not hold, by the name of the context value; absent means none.
        public var excludes: [String: Condition]?
        /// Words of which the utterance must contain at least one; absent means no such requirement.
        public var keywords: [String]?
        /// The expansions of `<name>` in these patterns, by name. They take precedence over the rules of the
        /// catalog.
        public var rules: [String: String]?

        /// Creates a group.
        public init(
            patterns: [String], fixed: [String: Parameter.Value]? = nil, requires: [String: Condition]? = nil,
            excludes: [String: Condition]? = nil, keywords: [String]? = nil, rules: [String: String]? = nil
        ) {
            (self.patterns, self.fixed, self.requires) = (patterns, fixed, requires)
            (self.excludes, self.keywords, self.rules) = (excludes, keywords, rules)
        }

        static let schema = Schema.object(
            "Patterns that are valid under conditions, or that set parameters.",
            [
                .required("patterns", .array(.string), "The patterns."),
                .optional(
                    "fixed", .dictionary(.anyOf([.string, .number])), "Parameters that these patterns set, by name."),
                .optional(
                    "requires", .dictionary(Condition.schema),
                    "Conditions that must hold, by the name of the context value."),
                .optional(
                    "excludes", .dictionary(Condition.schema),
                    "Conditions that must not hold, by the name of the context value."),
                .optional("keywords", .array(.string), "Words of which the utterance must contain at least one."),
                .optional("rules", .dictionary(.string), "Expansions of <name>, which precede the catalog's rules."),
            ])
    }
}
