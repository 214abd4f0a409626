/// An error in the conversation with Home Assistant.
struct HomeAssistantError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The kind of an error.
    enum Code: String, Sendable {
        /// It cannot be reached, or the connection was lost.
        case unreachable
        /// It refuses the token.
        case token
        /// It sends messages that its protocol does not define.
        case `protocol`
        /// It refuses a request.
        case refused
        /// It does not answer in time.
        case timeout
    }

    /// The kind of the error.
    let code: Code
    /// A sentence about what happened and what to do.
    let reason: String

    init(_ code: Code, _ reason: String) { (self.code, self.reason) = (code, reason) }

    /// The sentence.
    var description: String { reason }
}
