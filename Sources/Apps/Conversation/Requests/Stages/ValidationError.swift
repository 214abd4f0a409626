/// The reason why an answer is unsuitable. The answer was recognized, so this is not a recognition error.
public struct ValidationError: Error, Sendable, Equatable {
    /// The kind of an error. Apps can add kinds by extension.
    public struct Code: RawRepresentable, Sendable, Hashable {
        /// The kind's name.
        public let rawValue: String
        /// Creates a kind by its name.
        public init(rawValue: String) { self.rawValue = rawValue }
        /// The words have no meaning here, such as "peanut butter" for yes or no.
        public static let invalidInput = Code(rawValue: "invalid-input")
        /// Nothing was said.
        public static let noInput = Code(rawValue: "no-input")
        /// The words call the question off, such as "forty, never mind". It ends as cancelled, unless it takes such
        /// words as an answer.
        public static let calledOff = Code(rawValue: "called-off")
    }

    /// The reason, for programs.
    public var type: Code
    /// A description of the error; nil when the kind suffices.
    public var reason: String?

    /// Creates an error.
    public init(_ type: Code, reason: String? = nil) { (self.type, self.reason) = (type, reason) }
}
