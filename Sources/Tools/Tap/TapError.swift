/// Why the tap cannot do what the command line says.
public struct TapError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The cause.
    public enum Code: String, Sendable {
        /// There is no such kind.
        case unknownKind = "unknown-kind"
        /// A filter's value cannot be what it should be.
        case badFilter = "bad-filter"
        /// The output is closed.
        case outputClosed = "output-closed"
    }

    /// The cause.
    public let code: Code
    /// What happened and what to do.
    public let reason: String

    /// An error with a sentence.
    public init(_ code: Code, _ reason: String) { (self.code, self.reason) = (code, reason) }

    /// The sentence.
    public var description: String { reason }
}
