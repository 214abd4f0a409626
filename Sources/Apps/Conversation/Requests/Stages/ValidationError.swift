/// Why an answer does not fit a question. It was heard; that is no recognition error.
public struct ValidationError: Error, Sendable, Equatable {
    /// The kinds of errors; add your own by extension.
    public struct Code: RawRepresentable, Sendable, Hashable {
        /// The name.
        public let rawValue: String
        /// Creates a kind by its name.
        public init(rawValue: String) { self.rawValue = rawValue }
        /// Speech was understood, but means nothing here: "peanut butter" to a yes or no.
        public static let invalidInput = Code(rawValue: "invalid-input")
        /// There was nothing to interpret.
        public static let noInput = Code(rawValue: "no-input")
    }

    /// What kind of error.
    public var type: Code
    /// Why, in a sentence; nil when the kind says it all.
    public var reason: String?

    /// Creates an error.
    public init(_ type: Code, reason: String? = nil) { (self.type, self.reason) = (type, reason) }
}
