/// The identity of a peer that has passed the handshake. libzmq reports it with each frame of the connection,
/// as the `User-Id`.
struct PeerIdentity: Sendable, Equatable {
    /// The number of the peer's key.
    let client: Int
    /// The number of the handshake. A later connection has a higher number, even with the same descriptor.
    let handshake: Int

    init(client: Int, handshake: Int) { (self.client, self.handshake) = (client, handshake) }

    /// Parses a ``userID``.
    init?(_ userID: String) {
        guard let dot = userID.firstIndex(of: "."), let client = Int(userID[..<dot]),
            let handshake = Int(userID[userID.index(after: dot)...])
        else { return nil }
        self.init(client: client, handshake: handshake)
    }

    /// The text for libzmq's `User-Id`.
    var userID: String { "\(client).\(handshake)" }
}
