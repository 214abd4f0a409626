/// The connections that have asked for a satellite. The newest one has it; when that one goes, the one before it has it
/// again.
struct SatellitePeers: Sendable {
    private var peers: [any SatellitePeer] = []

    /// The connection that has the satellite; nil when none has asked for it.
    var current: (any SatellitePeer)? { peers.last }

    /// Adds a connection, which has the satellite from now on.
    mutating func add(_ peer: any SatellitePeer) {
        remove(peer)
        peers.append(peer)
    }

    /// Removes a connection that no longer wants the satellite, or is closed.
    mutating func remove(_ peer: any SatellitePeer) { peers.removeAll { $0 === peer } }
}
