extension Catalog {
    /// A type of parameter: a list of values, numbers, or a built-in type with limits.
    public struct SlotType: Sendable, Equatable, Codable {
        /// The name that patterns use.
        public var name: String
        /// What can be said.
        public var values: [Value]
        /// The built-in type that it is made of: `integer`, `digits`, `entity`, `selset`, `AMAZON.US_CITY`, …
        public var base: String?
        /// The numbers that it has.
        public var range: Range?
        /// How many digits a value of the base `digits` has, or words at most one of the base `entity`.
        public var count: Int?
        /// Whether words that are no value are taken too, as a value of their own that is not matched.
        public var isOpen: Bool?
        /// Whether its values are names, which go before other words that fit.
        public var isPreferred: Bool?

        /// One value.
        public struct Value: Sendable, Equatable, Codable {
            /// The canonical value.
            public var value: String
            /// Other words for it.
            public var synonyms: [String]?
            /// What the app calls it.
            public var id: String?
            /// How it is said, as patterns without parameters, instead of by its value.
            public var spoken: [String]?
            /// What is known when it was said, for the conditions of pattern groups.
            public var context: [String: String]?
            /// The value, when it is a number.
            public var number: Double?

            /// A value.
            public init(
                value: String, synonyms: [String]? = nil, id: String? = nil, spoken: [String]? = nil,
                context: [String: String]? = nil, number: Double? = nil
            ) {
                (self.value, self.synonyms, self.id) = (value, synonyms, id)
                (self.spoken, self.context, self.number) = (spoken, context, number)
            }

            static let schema = Schema.object(
                "One value.",
                [
                    .required("value", .string, "The canonical value."),
                    .optional("synonyms", .array(.string), "Other words for it."),
                    .optional("id", .string, "What the app calls it."),
                    .optional("spoken", .array(.string), "How it is said, instead of by its value."),
                    .optional("context", .dictionary(.string), "What is known when it was said."),
                    .optional("number", .number, "The value, when it is a number."),
                ])
        }

        /// Numbers from one to another.
        public struct Range: Sendable, Equatable, Codable {
            /// What may follow the decimal point.
            public enum Fractions: String, Sendable, Equatable, Codable, CaseIterable {
                /// .5
                case halves
                /// .1 … .9
                case tenths
            }

            /// The first.
            public var from: Double
            /// The last, which is in the range.
            public var to: Double
            /// From one to the next; 1 when absent.
            public var step: Double?
            /// Whole numbers only, when absent.
            public var fractions: Fractions?
            /// By what the number that was said is multiplied.
            public var multiplier: Double?

            /// A range.
            public init(
                from: Double, to: Double, step: Double? = nil, fractions: Fractions? = nil, multiplier: Double? = nil
            ) {
                (self.from, self.to, self.step) = (from, to, step)
                (self.fractions, self.multiplier) = (fractions, multiplier)
            }

            static let schema = Schema.object(
                "Numbers from one to another.",
                [
                    .required("from", .number, "The first."), .required("to", .number, "The last."),
                    .optional("step", .number, "From one to the next; 1 when absent."),
                    .optional("fractions", .choice(Fractions.allCases.map(\.rawValue)), "What may follow the point."),
                    .optional("multiplier", .number, "By what the number that was said is multiplied."),
                ])
        }

        /// A type.
        public init(
            name: String, values: [Value], base: String? = nil, range: Range? = nil, count: Int? = nil,
            isOpen: Bool? = nil, isPreferred: Bool? = nil
        ) {
            (self.name, self.values, self.base, self.range) = (name, values, base, range)
            (self.count, self.isOpen, self.isPreferred) = (count, isOpen, isPreferred)
        }

        static let schema = Schema.object(
            "A type of parameter: a list of values, numbers, or a built-in type with limits.",
            [
                .required("name", .string, "The name that patterns use."),
                .required("values", .array(Value.schema), "What can be said."),
                .optional("base", .string, "The built-in type that it is made of."),
                .optional("range", Range.schema, "The numbers that it has."),
                .optional(
                    "count", .integer, "How many digits a value of the base digits has, or words at most one of entity."
                ),
                .optional("isOpen", .boolean, "Whether words that are no value are taken too."),
                .optional("isPreferred", .boolean, "Whether its values go before other words that fit."),
            ])
    }
}
