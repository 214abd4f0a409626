/// A failure to serve metrics.
public struct TelemetryError: Error, Sendable, CustomStringConvertible {
    /// The cause of a failure.
    public enum Code: String, Sendable {
        /// Another program listens at the address.
        case addressInUse = "address-in-use"
        /// The machine does not have the address, or not the right to use it.
        case unusableAddress = "unusable-address"
    }

    /// The cause.
    public let code: Code
    /// A sentence that says what happened and what to do.
    public let reason: String

    /// Creates a failure.
    init(_ code: Code, _ reason: String) { (self.code, self.reason) = (code, reason) }

    /// The same as ``reason``.
    public var description: String { reason }
}
