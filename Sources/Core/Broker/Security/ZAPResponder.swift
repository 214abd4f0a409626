import SaybusZeroMQ

/// A handler of the ZeroMQ Authentication Protocol (RFC 27), by which libzmq asks whether to accept a key. It
/// is an inproc socket in the broker's own context.
struct ZAPResponder: ~Copyable, Sendable {
    /// A request to accept a client.
    struct Request: Equatable {
        /// The client's key, 40 characters of Z85.
        let publicKey: String
        /// The client's network address; empty over ipc.
        let address: String
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

    /// Answers all waiting requests.
    /// - Parameter decide: A closure that returns the identity of an accepted client; nil rejects it.
    mutating func answer(_ decide: (Request) -> PeerIdentity?) throws(ZeroMQError) {
        while let frames = try socket.receive() {
            // version, request, domain, address, identity, mechanism, key
            let isRight = frames.count == 7 && frames[0] == Self.version && frames[5] == Array("CURVE".utf8)
            let key = isRight && frames[6].count == 32 ? Z85.encode(frames[6]) : nil
            let peer = key.flatMap { key in
                decide(Request(publicKey: key, address: String(decoding: frames[3].prefix(200), as: UTF8.self)))
            }
            let code = peer == nil ? "400" : "200"
            let text = peer == nil ? "this key is not in the policy" : ""
            try socket.send([
                Self.version, frames.count > 1 ? frames[1] : [], Array(code.utf8), Array(text.utf8),
                peer.map { Array($0.userID.utf8) } ?? [], [],
            ])
        }
    }
}
