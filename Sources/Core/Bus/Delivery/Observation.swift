import SaybusMessages

/// What came over the bus, and what became of it here.
public enum Observation: Sendable {
    /// A message whose envelope is right.
    case message(RawMessage, Treatment)
    /// Frames that are no message, and why.
    case malformed(MessageError)

    /// What a connection does with a message.
    public enum Treatment: String, Sendable, CaseIterable {
        /// Handed to the subscriptions.
        case delivered
        /// Left alone: its deadline had passed.
        case stale
        /// Left alone: its id had come before.
        case repeated

        init(_ verdict: ReceiveTracker.Verdict) {
            self =
                switch verdict {
                case .deliver: .delivered
                case .stale: .stale
                case .repeated: .repeated
                }
        }
    }
}
