/// An error in the tap's command line or output.
public struct TapError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The causes that callers distinguish.
    public enum Code: String, Sendable {
        /// The named message kind does not exist.
        case unknownKind = "unknown-kind"
        /// A filter option has an invalid value.
        case badFilter = "bad-filter"
        /// The reader has closed the output.
        case outputClosed = "output-closed"
    }

    /// The cause, for programs; ``reason`` is for people.
    public let code: Code
    /// A sentence for the user: the problem and its remedy.
    public let reason: String

    /// Creates an error with a sentence for the user.
    init(_ code: Code, _ reason: String) { (self.code, self.reason) = (code, reason) }

    /// The same sentence as ``reason``.
    public var description: String { reason }
}
