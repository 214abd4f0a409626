/// The connections of a server: those of clients that have introduced themselves, and others, which must not keep
/// clients out. Pure.
///
/// With an encryption key, only a client that has it can introduce itself.
struct ClientPlaces: Sendable {
    /// The most clients that have introduced themselves, and the most other connections.
    static let capacity = 8

    private var greeted: [ESPHomePeer] = []
    /// The connections whose clients have not introduced themselves yet, the oldest one first.
    private var others: [ESPHomePeer] = []

    /// Adds a connection.
    /// - Returns: The connection that is to be cut off for it: of those that have not introduced themselves, the oldest
    ///   one of the machine with the most of them. A machine that connects again and again cuts off its own.
    mutating func connect(_ peer: ESPHomePeer) -> ESPHomePeer? {
        let surplus = others.count < Self.capacity ? nil : removeOne(for: peer)
        others.append(peer)
        return surplus
    }

    private mutating func removeOne(for peer: ESPHomePeer) -> ESPHomePeer {
        let counts = Dictionary((others + [peer]).map { ($0.host, 1) }, uniquingKeysWith: +)
        let most = counts.values.max()
        return others.remove(at: others.firstIndex { counts[$0.host] == most } ?? 0)
    }

    /// Records that a client has introduced itself.
    /// - Returns: Whether there is room for it, and it was not cut off.
    mutating func greet(_ peer: ESPHomePeer) -> Bool {
        if greeted.contains(peer) { return true }
        guard greeted.count < Self.capacity, let index = others.firstIndex(of: peer) else { return false }
        greeted.append(others.remove(at: index))
        return true
    }

    /// Removes a connection.
    mutating func leave(_ peer: ESPHomePeer) {
        greeted.removeAll { $0 == peer }
        others.removeAll { $0 == peer }
    }
}
