/// An external engine's interpretation of a text.
public struct ExternalInterpretation: Sendable, Equatable {
    /// A named value in the text.
    public struct Entity: Sendable, Equatable {
        /// The name by which the engine knows the value, such as a slot's.
        public var name: String
        /// The value as text, also if it is a number.
        public var value: String
        /// The range in the text, in Unicode scalars; nil when the engine does not report it.
        public var range: Range<Int>?

        /// Creates a value.
        public init(name: String, value: String, range: Range<Int>? = nil) {
            (self.name, self.value, self.range) = (name, value, range)
        }
    }

    /// The intent's name, as the engine knows it.
    public var intent: String
    /// The confidence, 0…1; nil when the engine does not report it.
    public var confidence: Double?
    /// The values, in the engine's order.
    public var entities: [Entity]

    /// Creates an interpretation.
    public init(intent: String, confidence: Double? = nil, entities: [Entity] = []) {
        (self.intent, self.confidence, self.entities) = (intent, confidence, entities)
    }
}
