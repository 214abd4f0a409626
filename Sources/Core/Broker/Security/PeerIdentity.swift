/// Who has come in by a handshake: libzmq hands it over with each frame of the connection, as the `User-Id`.
struct PeerIdentity: Sendable, Equatable {
    /// The number of the key.
    let client: Int
    /// The number of the handshake: a later connection has a higher one, also on the same descriptor.
    let handshake: Int

    init(client: Int, handshake: Int) { (self.client, self.handshake) = (client, handshake) }

    /// Reads what ``userID`` writes.
    init?(_ userID: String) {
        guard let dot = userID.firstIndex(of: "."), let client = Int(userID[..<dot]),
            let handshake = Int(userID[userID.index(after: dot)...])
        else { return nil }
        self.init(client: client, handshake: handshake)
    }

    var userID: String { "\(client).\(handshake)" }
}
