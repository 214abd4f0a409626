/// A value found in an utterance.
public struct Parameter: Sendable, Equatable, Codable {
    /// Text or a number.
    public enum Value: Sendable, Equatable, Codable, CustomStringConvertible {
        /// Words, or the canonical value of a slot type.
        case text(String)
        /// The number that was said, of a numeric type.
        case number(Double)

        /// Reads a JSON string or number.
        public init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            if let number = try? container.decode(Double.self) {
                self = .number(number)
            } else {
                self = .text(try container.decode(String.self))
            }
        }

        /// Writes a JSON string or number.
        public func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            switch self {
            case .text(let text): try container.encode(text)
            case .number(let number): try container.encode(number)
            }
        }

        /// The text, or the number without needless decimals.
        public var description: String {
            switch self {
            case .text(let text): text
            case .number(let number): Int64(exactly: number).map { "\($0)" } ?? "\(number)"
            }
        }
    }

    /// A range of characters of the transcript, `[start, end)`. A character is an extended grapheme cluster,
    /// as a user sees it.
    public struct Span: Sendable, Equatable, Codable {
        /// The index of the first character, from 0.
        public var start: Int
        /// The index after the last character.
        public var end: Int

        /// Creates a span.
        public init(start: Int, end: Int) { (self.start, self.end) = (start, end) }
    }

    /// The way in which the words were resolved to a value of a slot type.
    public struct Resolution: Sendable, Equatable, Codable {
        /// The result of the search for the words among a type's values.
        public enum Status: String, Sendable, Equatable, Codable, CaseIterable {
            /// One value matched.
            case matched
            /// No value matched: the value is the text that was said.
            case unmatched
            /// Several values matched: the value is the first of the candidates.
            case ambiguous
        }

        /// A value for which the words may stand.
        public struct Candidate: Sendable, Equatable, Codable {
            /// The value that the parameter has if this candidate was meant.
            public var value: Value
            /// The app's identifier of the value; absent when it has none.
            public var id: String?

            /// Creates a candidate.
            public init(value: Value, id: String? = nil) { (self.value, self.id) = (value, id) }
        }

        /// Whether one value of the type matched the words, none or several.
        public var status: Status
        /// The app's identifier of the value; absent when it has none.
        public var id: String?
        /// All values that matched, best first; present for `ambiguous`.
        public var candidates: [Candidate]?

        /// Creates a resolution.
        public init(_ status: Status, id: String? = nil, candidates: [Candidate]? = nil) {
            (self.status, self.id, self.candidates) = (status, id, candidates)
        }

        static let schema = Schema.object(
            "The way in which the words were resolved to a value of a slot type.",
            [
                .required("status", .choice(Status.allCases.map(\.rawValue)), "The result of the resolution."),
                .optional("id", .string, "The app's identifier of the value."),
                .optional(
                    "candidates",
                    .array(
                        .object(
                            "A value for which the words may stand.",
                            [
                                .required("value", .anyOf([.string, .number]), "The value."),
                                .optional("id", .string, "The app's identifier of the value."),
                            ])), "All values that matched, best first; for ambiguous."),
            ])
    }

    /// The value: text, or a number for numeric types.
    public var value: Value
    /// The words in which the value was said; empty when the pattern set the value without words.
    public var words: String
    /// The type that the pattern asked for: `String`, `Number`, a built-in type, or a slot type of the
    /// catalog.
    public var type: String
    /// The place of the words in the transcript; absent when unknown.
    public var span: Span?
    /// The confidence in this value, 0…1; absent when the recognizer gives none.
    public var confidence: Double?
    /// The resolution of the words; absent for types without a list of values.
    public var resolution: Resolution?

    /// Creates a parameter.
    public init(
        value: Value, words: String, type: String, span: Span? = nil, confidence: Double? = nil,
        resolution: Resolution? = nil
    ) {
        (self.value, self.words, self.type, self.span) = (value, words, type, span)
        (self.confidence, self.resolution) = (confidence, resolution)
    }

    static let schema = Schema.object(
        "A value found in an utterance.",
        [
            .required("value", .anyOf([.string, .number]), "The value: text, or a number for numeric types."),
            .required("words", .string, "The words in which the value was said; empty when the pattern set it."),
            .required("type", .string, "The type of the parameter: String, Number, a built-in type, or a slot type."),
            .optional(
                "span",
                .object(
                    "A range of characters (grapheme clusters) of the transcript.",
                    [
                        .required("start", .integer, "Index of the first character, from 0."),
                        .required("end", .integer, "Index after the last character."),
                    ]), "The place of the words."),
            .optional("confidence", .fraction, "The confidence in this value."),
            .optional("resolution", Resolution.schema, "The resolution of the words to a value of a slot type."),
        ])
}
