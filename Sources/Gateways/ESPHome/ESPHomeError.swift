/// A failure of a connection in ESPHome's native API.
struct ESPHomeError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The kind of failure.
    enum Code: String, Sendable {
        /// The peer sends what the protocol does not allow.
        case garbage
        /// A frame or a message is larger than allowed.
        case tooLarge = "too-large"
        /// The peer has another encryption key, or none.
        case encryption
        /// The peer has sent nothing for a long time.
        case silent
    }

    /// The kind of failure.
    let code: Code
    /// A sentence about what happened.
    let reason: String
    /// The bytes that tell the peer the reason before the connection is closed.
    var farewell: [UInt8] = []

    init(_ code: Code, _ reason: String, farewell: [UInt8] = []) {
        (self.code, self.reason, self.farewell) = (code, reason, farewell)
    }

    /// The sentence.
    var description: String { reason }
}
