/// The subscriptions of each connection of the broker's sending side, with the prefixes granted. Pure.
///
/// Several subscriptions of one connection may need the same granted prefix. libzmq does not count them, so
/// this table does.
struct ConnectionTable: Sendable {
    /// The most different subscriptions of one connection.
    static let maximumSubscriptions = 10_000

    private struct Connection: Sendable {
        let peer: PeerIdentity
        var granted: [[UInt8]: (grant: SubscriptionGrant, count: Int)] = [:]
        var uses: [[UInt8]: Int] = [:]
    }

    /// The connections by file descriptor. The kernel reuses a descriptor as soon as its connection has
    /// ended, while subscriptions of the ended connection may still wait to be read. So of two connections
    /// with one descriptor, the one with the later handshake counts.
    private var connections: [Int32: Connection] = [:]
    private(set) var count = 0

    /// Adds a subscription.
    /// - Returns: The prefixes to grant now, which are none for a connection that has ended; nil when the
    ///   connection has too many subscriptions.
    mutating func subscribe(
        _ descriptor: Int32, _ peer: PeerIdentity, _ prefix: [UInt8], _ grant: SubscriptionGrant
    ) -> [[UInt8]]? {
        if let known = connections[descriptor]?.peer, known != peer {
            guard known.handshake < peer.handshake else { return [] }
            end(descriptor)
        }
        var connection = connections.removeValue(forKey: descriptor) ?? Connection(peer: peer)
        defer { connections[descriptor] = connection }
        if let known = connection.granted[prefix] {
            connection.granted[prefix] = (known.grant, known.count + 1)
            count += 1
            return []
        }
        guard connection.granted.count < Self.maximumSubscriptions else { return nil }
        connection.granted[prefix] = (grant, 1)
        count += 1
        return grant.prefixes.filter { prefix in
            connection.uses[prefix, default: 0] += 1
            return connection.uses[prefix] == 1
        }
    }

    /// Removes a subscription.
    /// - Returns: The prefixes that no other subscription of the connection needs.
    mutating func unsubscribe(_ descriptor: Int32, _ peer: PeerIdentity, _ prefix: [UInt8]) -> [[UInt8]] {
        guard connections[descriptor]?.peer == peer, var connection = connections.removeValue(forKey: descriptor)
        else { return [] }
        defer { connections[descriptor] = connection }
        guard let known = connection.granted[prefix] else { return [] }
        count -= 1
        guard known.count == 1 else {
            connection.granted[prefix] = (known.grant, known.count - 1)
            return []
        }
        connection.granted[prefix] = nil
        return known.grant.prefixes.filter { prefix in
            let left = (connection.uses[prefix] ?? 1) - 1
            connection.uses[prefix] = left > 0 ? left : nil
            return left <= 0
        }
    }

    /// Returns the subscriptions of a connection that were refused, or granted in part.
    func incomplete(_ descriptor: Int32) -> [(prefix: [UInt8], grant: SubscriptionGrant)] {
        (connections[descriptor]?.granted ?? [:]).filter { !$0.value.grant.isComplete }.map { ($0.key, $0.value.grant) }
            .sorted { $0.0.lexicographicallyPrecedes($1.0) }
    }

    /// Removes a connection that has ended.
    mutating func end(_ descriptor: Int32) {
        guard let connection = connections.removeValue(forKey: descriptor) else { return }
        count -= connection.granted.values.reduce(0) { $0 + $1.count }
    }

    /// Returns the descriptors of the connections of certain clients.
    func descriptors(of clients: Set<Int>) -> [Int32] {
        connections.filter { clients.contains($0.value.peer.client) }.map(\.key).sorted()
    }
}
