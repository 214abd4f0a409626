/// An error in the conversation with Home Assistant.
struct HomeAssistantError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The kind of an error.
    enum Code: String, Sendable {
        /// Home Assistant cannot be reached, or the connection was lost before a request was sent.
        case unreachable
        /// The connection was lost before the answer to a request came.
        case lost
        /// Home Assistant refuses the token, or the token does not suffice.
        case token
        /// Home Assistant sends messages that its protocol does not define, or that are too long.
        case `protocol`
        /// Home Assistant refuses a request.
        case refused
        /// Home Assistant does not answer in time.
        case timeout

        /// Whether the request may have been carried out although it has failed.
        var isUnconfirmed: Bool { [.lost, .timeout, .protocol].contains(self) }
        /// Whether the next attempt fails, too, unless somebody changes something there.
        var isLasting: Bool { [.token, .protocol].contains(self) }
    }

    /// The kind of the error.
    let code: Code
    /// A sentence about what happened and what to do.
    let reason: String

    init(_ code: Code, _ reason: String) { (self.code, self.reason) = (code, reason) }

    /// The sentence.
    var description: String { reason }
}
