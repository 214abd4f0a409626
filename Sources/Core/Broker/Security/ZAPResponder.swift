import SaybusZeroMQ

/// A handler of the ZeroMQ Authentication Protocol (RFC 27), by which libzmq asks whether to accept a key. It
/// is an inproc socket in the broker's own context.
struct ZAPResponder: ~Copyable, Sendable {
    /// A request to accept a client.
    struct Request: Equatable {
        /// The client's key, 40 characters of Z85; nil when it shows none.
        let publicKey: String?
        /// Whether the socket expects no key.
        let isOpen: Bool
        /// The user of this machine that the client runs as; nil over tcp.
        let machineUser: UInt32?
        /// The client's network address; over ipc, a text that ends in `:uid:gid:pid` of the client.
        let address: String
        /// The number of the request, which the answer repeats.
        let number: [UInt8]
    }

    private static let version = Array("1.0".utf8)
    private var socket: ReplySocket

    /// Binds the handler. This must precede the binding of the sockets that the handler protects, because
    /// without a handler libzmq accepts every peer.
    init(_ context: Context) throws(ZeroMQError) {
        var socket = try ReplySocket(context)
        try socket.bind("inproc://zeromq.zap.01")
        self.socket = socket
    }

    mutating func pollItem() -> PollItem { socket.pollItem(.readable) }

    /// Receives the next request; nil when none waits. ``answer(_:with:)`` must follow.
    mutating func receive() throws(ZeroMQError) -> Request? {
        guard let frames = try socket.receive() else { return nil }
        // version, request, domain, address, identity, mechanism, and for CURVE the key
        let mechanism = frames.count > 5 && frames[0] == Self.version ? String(decoding: frames[5], as: UTF8.self) : ""
        let key = mechanism == "CURVE" && frames.count == 7 && frames[6].count == 32 ? Z85.encode(frames[6]) : nil
        let address = frames.count > 3 ? String(decoding: frames[3], as: UTF8.self) : ""
        return Request(
            publicKey: key, isOpen: mechanism == "NULL" && frames.count == 6, machineUser: Self.machineUser(address),
            address: String(address.prefix(200)),
            number: frames.count > 1 ? frames[1] : [])
    }

    /// Returns the user in the address of an ipc client, to which libzmq appends the kernel's data about the peer.
    private static func machineUser(_ address: String) -> UInt32? {
        let peer = address.split(separator: ":", omittingEmptySubsequences: false).suffix(3).map { UInt32($0) }
        guard peer.count == 3, address.split(separator: ":", omittingEmptySubsequences: false).count == 4,
            !peer.contains(nil)
        else { return nil }
        return peer[0]
    }

    /// Answers the request that was received last.
    /// - Parameter peer: The identity of an accepted client; nil rejects it.
    mutating func answer(_ request: Request, with peer: PeerIdentity?) throws(ZeroMQError) {
        let code = peer == nil ? "400" : "200"
        let text = peer == nil ? "this key or user is not in the policy" : ""
        try socket.send([
            Self.version, request.number, Array(code.utf8), Array(text.utf8), peer.map { Array($0.userID.utf8) } ?? [],
            [],
        ])
    }
}
