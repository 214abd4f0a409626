extension Catalog {
    /// A type of parameter: a list of values, a range of numbers, or a built-in type with limits.
    public struct SlotType: Sendable, Equatable, Codable {
        /// The name by which patterns and slots refer to the type.
        public var name: String
        /// The values that can be said; empty for ranges and for built-in types.
        public var values: [Value]
        /// The built-in type on which this one is based: `integer`, `digits`, `entity`, `selset`,
        /// `AMAZON.US_CITY`, …; absent for a list of values.
        public var base: String?
        /// The range, for numbers; absent otherwise.
        public var range: Range?
        /// The number of digits of a value of base `digits`, or the most words of a value of base `entity`;
        /// absent means unlimited.
        public var count: Int?
        /// Whether words other than the values are also accepted. A parameter with such words is marked as
        /// unmatched. Absent means false.
        public var isOpen: Bool?
        /// Whether the values are names that take precedence over other matching words. Absent means false.
        public var isPreferred: Bool?

        /// A value of the type, with the ways to say it.
        public struct Value: Sendable, Equatable, Codable {
            /// The canonical value, which a command gets however it was said.
            public var value: String
            /// Other words for the value; absent means none.
            public var synonyms: [String]?
            /// The app's identifier of the value; absent means none.
            public var id: String?
            /// The ways to say the value, as patterns without parameters; absent means that the value itself
            /// is said.
            public var spoken: [String]?
            /// Context values that are set when the value was said, for the conditions of pattern groups;
            /// absent means none.
            public var context: [String: String]?
            /// The value as a number; absent for text.
            public var number: Double?

            /// Creates a value.
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
                    .optional("synonyms", .array(.string), "Synonyms of the value."),
                    .optional("id", .string, "The app's identifier of the value."),
                    .optional(
                        "spoken", .array(.string),
                        "The ways to say the value, as patterns; the value itself when absent."),
                    .optional("context", .dictionary(.string), "Context that holds when the value was said."),
                    .optional("number", .number, "The value as a number."),
                ])
        }

        /// The numbers of a numeric type, in equal steps.
        public struct Range: Sendable, Equatable, Codable {
            /// The decimals that may be said after a number.
            public enum Fractions: String, Sendable, Equatable, Codable, CaseIterable {
                /// Halves: `.5`.
                case halves
                /// Tenths: `.1` to `.9`.
                case tenths
            }

            /// The first number, inclusive.
            public var from: Double
            /// The last number, inclusive.
            public var to: Double
            /// The difference between consecutive numbers; absent means 1.
            public var step: Double?
            /// The decimals; absent means whole numbers only.
            public var fractions: Fractions?
            /// The factor by which the spoken number is multiplied; absent means 1.
            public var multiplier: Double?

            /// Creates a range.
            public init(
                from: Double, to: Double, step: Double? = nil, fractions: Fractions? = nil, multiplier: Double? = nil
            ) {
                (self.from, self.to, self.step) = (from, to, step)
                (self.fractions, self.multiplier) = (fractions, multiplier)
            }

            static let schema = Schema.object(
                "A range of numbers.",
                [
                    .required("from", .number, "The first number."),
                    .required("to", .number, "The last number, inclusive."),
                    .optional("step", .number, "The difference between consecutive numbers; 1 when absent."),
                    .optional(
                        "fractions", .choice(Fractions.allCases.map(\.rawValue)),
                        "The decimals; whole numbers only when absent."),
                    .optional("multiplier", .number, "The factor by which the spoken number is multiplied."),
                ])
        }

        /// Creates a type.
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
                .required("values", .array(Value.schema), "The values that can be said."),
                .optional("base", .string, "The built-in type on which this one is based."),
                .optional("range", Range.schema, "The range, for numbers."),
                .optional(
                    "count", .integer, "For base digits, the number of digits; for base entity, the most words."
                ),
                .optional("isOpen", .boolean, "Whether other words than the values are accepted too."),
                .optional("isPreferred", .boolean, "Whether its values take precedence over other words that fit."),
            ])
    }
}
