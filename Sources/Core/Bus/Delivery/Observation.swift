import SaybusMessages

/// A message or malformed frames that were received, with this connection's treatment of them.
public enum Observation: Sendable {
    /// A message with a valid envelope.
    case message(RawMessage, Treatment)
    /// The reason why frames are malformed.
    case malformed(MessageError)

    /// A connection's treatment of a message.
    public enum Treatment: String, Sendable, CaseIterable {
        /// Delivered to the subscriptions.
        case delivered
        /// Ignored: its deadline had passed.
        case stale
        /// Ignored: a message with its id was handled before.
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
