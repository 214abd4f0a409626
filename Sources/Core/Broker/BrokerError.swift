import SaybusBus

/// Why a broker cannot serve an address.
public struct BrokerError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The cause, as far as callers tell causes apart.
    public enum Code: String, Sendable {
        /// Another broker, or another program, has the address.
        case addressInUse = "address-in-use"
        /// The directory cannot be made, or is somebody else's, or open to others.
        case directory
        /// A network address without keys.
        case insecure
        /// The transport refused.
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
