import SaybusMessages

/// The subscriptions of each connection of the broker's sending side, with the prefixes granted. Pure.
///
/// Several subscriptions of one connection may need the same granted prefix. libzmq does not count them, so
/// this table does.
struct ConnectionTable: Sendable {
    /// The most different subscriptions of one connection.
    static let maximumSubscriptions = 10_000
    /// The most subscriptions of one connection that are refused before it is closed.
    static let maximumRefusals = 1000
    /// The most subscriptions and ends of subscriptions that one connection may send within a second.
    static let maximumRate = 20_000
    /// The number of times that a connection may have each retained message sent within a second, on average.
    private static let copiesPerSecond = 4
    /// The retained messages that a connection may have sent within a second, however few are kept. A program
    /// subscribes to one kind several times when it starts.
    static let minimumCopies = 1000

    /// The result of a subscription.
    enum Outcome: Sendable, Equatable {
        /// The prefixes to grant now. None for a connection that has the subscription already, or has ended.
        case granted([[UInt8]])
        /// The connection is to be closed: it has too many subscriptions.
        case tooMany
    }

    /// A connection that receives messages.
    struct Subscriber: Sendable {
        let descriptor: Int32
        let peer: PeerIdentity
        /// The topic that only this connection receives.
        let markerTopic: [UInt8]
    }

    /// The most topics whose subscribers are cached.
    private static let cachedTopics = 1024

    private struct Connection: Sendable {
        let peer: PeerIdentity
        /// The topic that only this connection receives.
        let markerTopic: [UInt8]
        var granted: [[UInt8]: SubscriptionGrant] = [:]
        var uses: [[UInt8]: Int] = [:]
        var refused = 0
        var framesThisSecond = 0
        /// The retained messages sent for subscriptions of this connection.
        var copiesThisSecond = 0
        /// The subscriptions whose retained messages are to be sent in a later second.
        var owed: Set<[UInt8]> = []
        var isClosing = false

        /// Returns whether a prefix of a topic is granted.
        func receives(_ topic: [UInt8]) -> Bool {
            guard uses.count > topic.count else { return uses.keys.contains { topic.starts(with: $0) } }
            return (0...topic.count).contains { uses[Array(topic.prefix($0))] != nil }
        }
    }

    /// The connections by file descriptor. The kernel reuses a descriptor as soon as its connection has
    /// ended, while subscriptions of the ended connection may still wait to be read. So of two connections
    /// with one descriptor, the one with the later handshake counts.
    private var connections: [Int32: Connection] = [:]
    /// The latest handshake at the time when the last connection with a descriptor ended. Subscriptions with
    /// this descriptor and a handshake that is not later belong to connections that have ended.
    private var ended: [Int32: Int] = [:]
    private(set) var count = 0
    /// The granted subscriptions to each kind that is published on demand. Those to all kinds do not count.
    private var demand: [Kind: Int] = [:]
    private static let onDemand = MessageCatalog.all.filter { $0.isOnDemand }.map { ($0.kind, Topic.prefix($0.kind)) }
    /// The kinds published on demand to which somebody subscribes by name, sorted.
    private(set) var demands: [Kind] = []
    /// The subscribers of the topics asked for last, and the last of these topics.
    private var cache: [[UInt8]: [Subscriber]] = [:]
    private var last: (topic: [UInt8], subscribers: [Subscriber]) = ([], [])

    /// Records a frame of a connection, and the connection with its first one.
    /// - Returns: Whether the frame is to be processed, and for a new connection the topic of its own that is
    ///   to be granted; nil when the connection sends too many frames, and is to be closed.
    mutating func receive(_ descriptor: Int32, _ peer: PeerIdentity) -> (isCurrent: Bool, markerTopic: [UInt8]?)? {
        if let known = connections[descriptor]?.peer {
            if known == peer {
                if connections[descriptor]?.isClosing == true { return (false, nil) }
                connections[descriptor]?.framesThisSecond += 1
                guard (connections[descriptor]?.framesThisSecond ?? 0) <= Self.maximumRate else { return nil }
                return (true, nil)
            }
            guard known.handshake < peer.handshake else { return (false, nil) }
            remove(descriptor)
        }
        if let last = ended[descriptor], peer.handshake <= last { return (false, nil) }
        // No topic begins with a zero, so no message of a publisher matches.
        let topic = [0] + Array(peer.userID.utf8) + [0]
        connections[descriptor] = Connection(peer: peer, markerTopic: topic)
        return (true, topic)
    }

    /// Adds a subscription of a connection whose frame was just received.
    mutating func subscribe(_ descriptor: Int32, _ prefix: [UInt8], _ grant: SubscriptionGrant) -> Outcome {
        forgetSubscribers()
        guard var connection = connections.removeValue(forKey: descriptor) else { return .granted([]) }
        defer { connections[descriptor] = connection }
        guard connection.granted[prefix] == nil else { return .granted([]) }
        guard connection.granted.count < Self.maximumSubscriptions else { return .tooMany }
        connection.granted[prefix] = grant
        count += 1
        countDemand(prefix, grant, 1)
        return .granted(
            grant.prefixes.filter { prefix in
                connection.uses[prefix, default: 0] += 1
                return connection.uses[prefix] == 1
            })
    }

    /// Removes a subscription of a connection whose frame was just received.
    ///
    /// A client sends each of its subscriptions to a topic, also the further ones, but one end, after the last of them.
    /// - Returns: The prefixes that no other subscription of the connection needs.
    mutating func unsubscribe(_ descriptor: Int32, _ prefix: [UInt8]) -> [[UInt8]] {
        forgetSubscribers()
        guard var connection = connections.removeValue(forKey: descriptor) else { return [] }
        defer { connections[descriptor] = connection }
        guard let grant = connection.granted.removeValue(forKey: prefix) else { return [] }
        count -= 1
        connection.owed.remove(prefix)
        countDemand(prefix, grant, -1)
        return grant.prefixes.filter { prefix in
            let left = (connection.uses[prefix] ?? 1) - 1
            connection.uses[prefix] = left > 0 ? left : nil
            return left <= 0
        }
    }

    /// Returns whether to send the retained messages of a new subscription now. All connections that want them get
    /// them, so one that subscribes again and again would make the broker flood the others. Its subscriptions are owed
    /// them: see ``takeOwed()``.
    /// - Parameter retained: The number of retained messages that the broker keeps.
    mutating func mayCopy(_ prefix: [UInt8], to descriptor: Int32, of retained: Int) -> Bool {
        guard let copies = connections[descriptor]?.copiesThisSecond else { return false }
        if copies < max(Self.minimumCopies, Self.copiesPerSecond * retained) { return true }
        connections[descriptor]?.owed.insert(prefix)
        return false
    }

    /// Counts retained messages that were sent for a connection.
    mutating func countCopies(_ count: Int, to descriptor: Int32) { connections[descriptor]?.copiesThisSecond += count }

    /// Removes and returns the subscriptions whose retained messages are owed.
    mutating func takeOwed() -> [(descriptor: Int32, peer: PeerIdentity, prefixes: Set<[UInt8]>)] {
        let owed = connections.filter { !$0.value.owed.isEmpty && !$0.value.isClosing }
        for descriptor in owed.keys { connections[descriptor]?.owed = [] }
        return owed.map { ($0.key, $0.value.peer, $0.value.owed) }
    }

    /// Counts a refused subscription.
    /// - Returns: The number of refused subscriptions of the connection.
    mutating func countRefusal(_ descriptor: Int32) -> Int {
        connections[descriptor]?.refused += 1
        return connections[descriptor]?.refused ?? 0
    }

    /// Returns subscriptions of a connection that were refused, or granted in part.
    /// - Parameter limit: The most that are returned.
    func incomplete(_ descriptor: Int32, limit: Int) -> [(prefix: [UInt8], grant: SubscriptionGrant)] {
        (connections[descriptor]?.granted ?? [:]).lazy.filter { !$0.value.isComplete }.prefix(limit)
            .map { ($0.key, $0.value) }.sorted { $0.0.lexicographicallyPrecedes($1.0) }
    }

    /// Marks a connection as being closed: its further frames are ignored.
    mutating func close(_ descriptor: Int32) {
        forgetSubscribers()
        connections[descriptor]?.isClosing = true
    }

    /// Removes a connection that has ended.
    /// - Parameter latest: The number of the latest handshake.
    mutating func end(_ descriptor: Int32, latest: Int) {
        remove(descriptor)
        ended[descriptor] = latest
    }

    private mutating func remove(_ descriptor: Int32) {
        forgetSubscribers()
        guard let connection = connections.removeValue(forKey: descriptor) else { return }
        count -= connection.granted.count
        for (prefix, grant) in connection.granted { countDemand(prefix, grant, -1) }
    }

    private mutating func countDemand(_ prefix: [UInt8], _ grant: SubscriptionGrant, _ change: Int) {
        guard !grant.prefixes.isEmpty else { return }
        for (kind, name) in Self.onDemand where prefix.starts(with: name) {
            demand[kind, default: 0] += change
            demands = demand.filter { $0.value > 0 }.keys.sorted { $0.rawValue < $1.rawValue }
        }
    }

    /// Begins another second, in which each connection may again send subscriptions and be sent retained messages.
    mutating func beginSecond() {
        for descriptor in connections.keys {
            connections[descriptor]?.framesThisSecond = 0
            connections[descriptor]?.copiesThisSecond = 0
        }
    }

    /// Returns the descriptors of the connections of certain clients.
    func descriptors(of clients: Set<Int>) -> [Int32] {
        connections.filter { clients.contains($0.value.peer.client) }.map(\.key).sorted()
    }

    /// The connections that are not being closed.
    var subscribers: [Subscriber] { subscribers { _ in true } }

    /// Returns the connections that receive the messages of a topic.
    mutating func subscribers(of topic: UnsafeRawBufferPointer) -> [Subscriber] {
        if last.topic.elementsEqual(topic) { return last.subscribers }
        let bytes = Array(topic)
        let found = cache[bytes] ?? subscribers { $0.receives(bytes) }
        if cache.count >= Self.cachedTopics { cache = [:] }
        cache[bytes] = found
        last = (bytes, found)
        return found
    }

    private func subscribers(where isMeant: (Connection) -> Bool) -> [Subscriber] {
        connections.compactMap { descriptor, connection in
            guard !connection.isClosing, isMeant(connection) else { return nil }
            return Subscriber(descriptor: descriptor, peer: connection.peer, markerTopic: connection.markerTopic)
        }
    }

    private mutating func forgetSubscribers() { (cache, last) = ([:], ([], [])) }
}
