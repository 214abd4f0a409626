/// An error of the bus, with a sentence that tells the user what to do.
public struct BusError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The causes that callers distinguish.
    public enum Code: String, Sendable {
        /// The bus URL cannot be used.
        case badAddress = "bad-address"
        /// A key is missing, cannot be read, is not valid, or can be read by others.
        case badKey = "bad-key"
        /// A key cannot be written, for example because the disk is full.
        case unwritable
        /// No broker answers at the endpoint.
        case noBroker = "no-broker"
        /// The broker refuses the connection, or another user owns the bus's directory.
        case refused
        /// The bus has been closed.
        case closed
        /// The message cannot be encoded or is too large.
        case unsendable
        /// A call to libzmq failed.
        case transport
    }

    /// The cause, for programs; ``reason`` is for people.
    public let code: Code
    /// A sentence that says what happened and what to do.
    public let reason: String

    /// Creates an error with a sentence that describes it.
    public init(_ code: Code, _ reason: String) { (self.code, self.reason) = (code, reason) }

    /// The same as ``reason``.
    public var description: String { reason }
}
