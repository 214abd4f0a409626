/// An error that prevents a benchmark from running.
public struct BenchmarkError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The causes that callers distinguish.
    public enum Code: String, Sendable {
        /// A stage did not reach the required state in time.
        case stage
        /// No message passes the bus.
        case bus
        /// No speech could be synthesized.
        case speech
        /// A bus of others cannot be measured.
        case peer
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
