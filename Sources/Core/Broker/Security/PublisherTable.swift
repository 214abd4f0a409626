/// The connections of publishers from which messages have come. Pure.
///
/// libzmq tells of a connection's descriptor only with its messages.
struct PublisherTable: Sendable {
    /// The clients and file descriptors of the connections, by the number of the handshake.
    private var connections: [Int: (client: Int, descriptor: Int32)] = [:]

    func contains(_ peer: PeerIdentity) -> Bool { connections[peer.handshake] != nil }

    mutating func add(_ peer: PeerIdentity, on descriptor: Int32) {
        connections[peer.handshake] = (peer.client, descriptor)
    }

    /// Removes the connections with a descriptor that has ended. A later connection, which has the descriptor already,
    /// is added again with its next message.
    mutating func end(_ descriptor: Int32) { connections = connections.filter { $0.value.descriptor != descriptor } }

    /// Returns the descriptors of the connections of certain clients.
    func descriptors(of clients: Set<Int>) -> [Int32] {
        connections.values.filter { clients.contains($0.client) }.map(\.descriptor).sorted()
    }
}
