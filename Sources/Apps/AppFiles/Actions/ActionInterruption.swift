/// The end of an action before its last step, because another program has ended its turn or has taken over.
struct ActionInterruption: Sendable, Equatable {
    /// The reason.
    let reason: String
    /// Whether the user has been told already, by the program that has ended the turn.
    let isTold: Bool

    /// Creates an interruption.
    /// - Parameters:
    ///   - reason: The reason.
    ///   - isTold: Whether the user has been told already.
    init(reason: String, isTold: Bool) { (self.reason, self.isTold) = (reason, isTold) }
}
