/// An error that keeps a broker from serving an address, with a sentence that tells the user what to do.
public struct BrokerError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The causes that callers distinguish.
    public enum Code: String, Sendable {
        /// Another broker, or another program, uses the address.
        case addressInUse = "address-in-use"
        /// The directory cannot be made, belongs to another user, or is open to others.
        case directory
        /// A network address would be served without keys.
        case insecure
        /// A call to libzmq failed.
        case transport
    }

    /// The cause, for programs; ``reason`` is for people.
    public let code: Code
    /// A sentence that says what happened and what to do.
    public let reason: String

    /// Creates an error with a sentence.
    init(_ code: Code, _ reason: String) { (self.code, self.reason) = (code, reason) }

    /// The same as ``reason``.
    public var description: String { reason }
}
