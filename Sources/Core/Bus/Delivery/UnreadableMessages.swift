import SaybusMessages
import SaybusSupport

/// The messages that this process has to answer and cannot read, while another stage of its role may be able to.
/// Pure; bounded.
///
/// For example, an older dispatcher may not understand an intent that a newer one carries out. Publishers send an
/// unanswered message again one and three seconds after the first time. The copy after three seconds shows that no
/// stage has taken it.
struct UnreadableMessages: Sendable {
    /// Microseconds that the other stages have to take a message, from its first arrival.
    static let timeout: Int64 = 2_000_000

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
        return now - first >= Self.timeout
    }
}
