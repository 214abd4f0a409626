/// Why something could not be done with the bus.
public struct BusError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The cause, as far as callers tell causes apart.
    public enum Code: String, Sendable {
        /// The bus URL cannot be used.
        case badAddress = "bad-address"
        /// A key is missing, cannot be read, is none, or is open to others.
        case badKey = "bad-key"
        /// A key cannot be written, as on a full disk.
        case unwritable
        /// Nobody answers at the endpoint.
        case noBroker = "no-broker"
        /// The broker does not let us in.
        case refused
        /// The bus has been closed.
        case closed
        /// The message cannot be written or is too large.
        case unsendable
        /// The transport failed.
        case transport
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
