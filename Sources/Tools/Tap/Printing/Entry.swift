import SaybusMessages

/// One entry of the printed output.
public enum Entry: Sendable {
    /// A received message.
    case message(Shown)
    /// Received frames that do not form a valid message.
    case malformed(MessageError)
    /// Lost messages, found by a gap in the sequence numbers before the message with this header.
    case gap(count: Int, before: Header)
    /// Messages that this tap dropped because the reader of its output is too slow.
    case leftOut(Int)

    /// A message with its summary.
    public struct Shown: Sendable {
        /// The message as received.
        public let message: RawMessage
        /// The decoding error; nil when kind and body are valid.
        public let problem: MessageError?
        /// The message's meaning in a few words.
        let summary: [Span]
        /// Microseconds since the turn's first message; nil outside turns.
        let sinceTurn: Int64?
    }

    /// Whether the entry stands for received frames, rather than for missing ones.
    var isReceived: Bool {
        switch self {
        case .message, .malformed: true
        case .gap, .leftOut: false
        }
    }
}
