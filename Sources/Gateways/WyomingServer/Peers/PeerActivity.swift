/// The activity of a connected peer, which decides who makes room for another one. Pure.
struct PeerActivity: Sendable {
    /// The request that goes on.
    enum Request: Sendable {
        /// There is none.
        case none
        /// More events of the peer belong to it, such as sound.
        case receiving
        /// The peer waits for its answer.
        case answering
    }

    /// The time without an event after which a request of which more is to come counts as given up.
    static let silenceTimeout = Duration.seconds(30)

    /// The request that goes on.
    var request = Request.none
    /// The time of the last event, at first that of the connection.
    var heard: ContinuousClock.Instant

    /// Whether the peer may be cut off when room is needed.
    func makesRoom(at now: ContinuousClock.Instant) -> Bool {
        switch request {
        case .none: true
        case .receiving: now - heard >= Self.silenceTimeout
        case .answering: false
        }
    }
}

extension [ObjectIdentifier: WyomingPeer] {
    /// Removes the peer that makes room: of the machine with the most peers that may be cut off, the one that has been
    /// silent for the longest time. A machine that connects again and again cuts off its own.
    /// - Returns: The peer, which is to be cut off; nil when all have a request that goes on.
    mutating func makeRoom(at now: ContinuousClock.Instant) -> WyomingPeer? {
        let candidates = values.map { ($0, $0.activity) }.filter { $0.1.makesRoom(at: now) }
        let counts = [Substring: Int](candidates.map { ($0.0.host, 1) }, uniquingKeysWith: +)
        let most = counts.values.max()
        let ofMost = candidates.filter { counts[$0.0.host] == most }
        guard let peer = ofMost.min(by: { $0.1.heard < $1.1.heard })?.0 else { return nil }
        self[ObjectIdentifier(peer)] = nil
        return peer
    }
}
