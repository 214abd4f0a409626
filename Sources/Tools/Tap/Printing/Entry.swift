import SaybusMessages

/// One thing to show.
public enum Entry: Sendable {
    /// A message.
    case message(Shown)
    /// Frames that are none.
    case malformed(MessageError)
    /// Messages that never came, before the one with this header.
    case gap(count: Int, before: Header)
    /// Messages that this tap left out because what reads its output is too slow.
    case leftOut(Int)

    /// A message and what is to be said of it.
    public struct Shown: Sendable {
        /// The message.
        public let message: RawMessage
        /// Why its kind or body cannot be understood; nil when they can.
        public let problem: MessageError?
        /// In a few words.
        public let summary: [Span]
        /// Microseconds since the turn's first message; nil outside turns.
        public let sinceTurn: Int64?
    }

    /// Whether it came over the bus, rather than being a remark on what did not.
    public var isReceived: Bool {
        switch self {
        case .message, .malformed: true
        case .gap, .leftOut: false
        }
    }
}
