import SaybusMessages

/// The properties of the next turn that a request or the wake word has set.
struct NextTurn: Sendable, Equatable {
    /// The maximum length; nil is the configured one.
    var limit: Duration?
    /// The session; nil is the listener's own.
    var session: Session?
    /// The wake word that precedes the turn; nil when there is none.
    var wakeWord: String?
}
