import SaybusMessages

/// Something that came off the wire, and what this connection did with it.
public enum Observation: Sendable {
    /// A message with a valid envelope.
    case message(RawMessage, Treatment)
    /// The reason why frames are no message.
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
