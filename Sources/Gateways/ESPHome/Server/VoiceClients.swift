/// The clients that want the voice of the device. As with ESPHome's devices, the first one has it. Pure.
///
/// The others wait. A client whose machine was switched off is noticed late, and one that waits may be its successor.
struct VoiceClients: Sendable {
    /// The client that has the voice; nil when none wants it.
    private(set) var holder: ESPHomePeer?
    /// The clients that wait, the newest one last.
    private var waiting: [ESPHomePeer] = []

    /// Records that a client wants the voice.
    /// - Returns: The other client, which has it; nil when this one has it now.
    mutating func add(_ peer: ESPHomePeer) -> ESPHomePeer? {
        if let holder, holder != peer {
            waiting.removeAll { $0 == peer }
            waiting.append(peer)
            return holder
        }
        holder = peer
        return nil
    }

    /// Records that a client has gone, or no longer wants the voice. If it had it, the newest one that waits gets it.
    /// - Returns: Whether it had the voice.
    mutating func remove(_ peer: ESPHomePeer) -> Bool {
        waiting.removeAll { $0 == peer }
        guard holder == peer else { return false }
        holder = waiting.popLast()
        return true
    }
}
