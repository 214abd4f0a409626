import SaybusSupport

/// An event of the connection to NATS.
enum LineEvent: Sendable, Equatable {
    /// The connection works, for the first time or again.
    case connected(server: String)
    /// The connection is lost, and made again by libnats.
    case disconnected(reason: String)
    /// The connection is closed for good; it must be made anew.
    case closed(reason: String)
    /// The server refuses an action, or a reader is too slow.
    case problem(String)
    /// A message.
    case message(LineMessage)
    /// A message that was not read, because it is too large or has headers that are no text.
    case refused(String)
}

extension LineEvent: QueuedConnectionEvent {
    var waitingBytes: Int? {
        switch self {
        case .message(let message): message.size
        // A server may refuse more than is handled, too.
        case .problem(let reason): reason.utf8.count
        case .refused: 0
        case .connected, .disconnected, .closed: nil
        }
    }
}
