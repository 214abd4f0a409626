/// What somebody else's engine makes of a text.
public struct ExternalInterpretation: Sendable, Equatable {
    /// A value that it has found.
    public struct Entity: Sendable, Equatable {
        /// Its name.
        public var name: String
        /// The value, as text.
        public var value: String
        /// Where it is in the text, in Unicode scalars; nil when the engine does not say.
        public var range: Range<Int>?

        /// A value.
        public init(name: String, value: String, range: Range<Int>? = nil) {
            (self.name, self.value, self.range) = (name, value, range)
        }
    }

    /// The intent's name.
    public var intent: String
    /// How sure it is, 0…1; nil when the engine does not say.
    public var confidence: Double?
    /// The values, in the engine's order.
    public var entities: [Entity]

    /// A reading.
    public init(intent: String, confidence: Double? = nil, entities: [Entity] = []) {
        (self.intent, self.confidence, self.entities) = (intent, confidence, entities)
    }
}
