import SaybusMessages
import SaybusSupport

/// The messages that this process has to answer and cannot read, while another stage of its role may be able to.
/// Pure; bounded.
///
/// Of two dispatchers, an older one may not understand what the newer one carries out. A publisher sends a message
/// again after one second and after two more, unless somebody has taken it. So a copy that arrives after the second of
/// these pauses shows that nobody has.
struct UnreadableMessages: Sendable {
    /// Microseconds that the other stages have to take a message, from its first arrival.
    static let patience: Int64 = 2_000_000

    private var arrivals = GenerationalCache<MessageID, Int64>(capacity: 1024)

    /// Records the arrival of a message.
    /// - Parameters:
    ///   - hasPeers: Whether other stages of the role are ready.
    ///   - now: Microseconds of a steady clock.
    /// - Returns: Whether to refuse the message; otherwise it is left to the others.
    mutating func refuses(_ id: MessageID, hasPeers: Bool, now: Int64) -> Bool {
        guard hasPeers else { return true }
        guard let first = arrivals[id] else {
            arrivals[id] = now
            return false
        }
        return now - first >= Self.patience
    }
}
