/// What each connection of the broker's sending side has subscribed to and been granted. Pure.
///
/// Several subscriptions of one connection may be granted the same prefix; libzmq does not count, so this does.
struct ConnectionTable: Sendable {
    /// More different subscriptions than this are refused to one connection.
    static let maximumSubscriptions = 10_000

    private struct Connection: Sendable {
        let entrant: PeerIdentity
        var granted: [[UInt8]: (grant: SubscriptionGrant, count: Int)] = [:]
        var uses: [[UInt8]: Int] = [:]
    }

    /// By the connection's descriptor, which the kernel gives to another one as soon as the connection has ended, while its subscriptions
    /// may still wait to be read: of two connections, that of the later handshake is there.
    private var connections: [Int32: Connection] = [:]
    private(set) var count = 0

    /// Takes note of a subscription.
    /// - Returns: The prefixes that must be granted now, none to a connection that has ended; nil when the connection has too many.
    mutating func subscribe(
        _ descriptor: Int32, _ entrant: PeerIdentity, _ prefix: [UInt8], _ grant: SubscriptionGrant
    ) -> [[UInt8]]? {
        if let known = connections[descriptor]?.entrant, known != entrant {
            guard known.handshake < entrant.handshake else { return [] }
            end(descriptor)
        }
        var connection = connections.removeValue(forKey: descriptor) ?? Connection(entrant: entrant)
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

    /// Takes a subscription back.
    /// - Returns: The prefixes that nothing else of the connection's needs.
    mutating func unsubscribe(_ descriptor: Int32, _ entrant: PeerIdentity, _ prefix: [UInt8]) -> [[UInt8]] {
        guard connections[descriptor]?.entrant == entrant, var connection = connections.removeValue(forKey: descriptor)
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

    /// The subscriptions of a connection that were refused, or granted in part.
    func incomplete(_ descriptor: Int32) -> [(prefix: [UInt8], grant: SubscriptionGrant)] {
        (connections[descriptor]?.granted ?? [:]).filter { !$0.value.grant.isWhole }.map { ($0.key, $0.value.grant) }
            .sorted { $0.0.lexicographicallyPrecedes($1.0) }
    }

    /// The connection has ended.
    mutating func end(_ descriptor: Int32) {
        guard let connection = connections.removeValue(forKey: descriptor) else { return }
        count -= connection.granted.values.reduce(0) { $0 + $1.count }
    }

    /// The descriptors of some clients' connections.
    func descriptors(of clients: Set<Int>) -> [Int32] {
        connections.filter { clients.contains($0.value.entrant.client) }.map(\.key).sorted()
    }
}
