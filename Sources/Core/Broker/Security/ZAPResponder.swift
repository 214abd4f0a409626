import SaybusZeroMQ

/// libzmq asks here whether a key may come in: the ZeroMQ Authentication Protocol (RFC 27), on an inproc socket of the broker's own context.
struct ZAPResponder: ~Copyable, Sendable {
    /// A question.
    struct Question: Equatable {
        /// The client's key, 40 characters of Z85.
        let publicKey: String
        /// Where the client is: an address of the network; empty over ipc.
        let address: String
    }

    private static let version = Array("1.0".utf8)
    private var socket: ReplySocket

    /// Binds; must come before the sockets that it guards are bound, or libzmq lets everybody in.
    init(_ context: Context) throws(ZeroMQError) {
        var socket = try ReplySocket(context)
        try socket.bind("inproc://zeromq.zap.01")
        self.socket = socket
    }

    mutating func pollItem() -> PollItem { socket.pollItem(.readable) }

    /// Answers all questions that wait.
    /// - Parameter decide: Who comes in; nil for who may not.
    mutating func answer(_ decide: (Question) -> PeerIdentity?) throws(ZeroMQError) {
        while let frames = try socket.receive() {
            // version, request, domain, address, identity, mechanism, key
            let isRight = frames.count == 7 && frames[0] == Self.version && frames[5] == Array("CURVE".utf8)
            let key = isRight && frames[6].count == 32 ? Z85.encode(frames[6]) : nil
            let entrant = key.flatMap { key in
                decide(Question(publicKey: key, address: String(decoding: frames[3].prefix(200), as: UTF8.self)))
            }
            let code = entrant == nil ? "400" : "200"
            let text = entrant == nil ? "this key is not in the policy" : ""
            try socket.send([
                Self.version, frames.count > 1 ? frames[1] : [], Array(code.utf8), Array(text.utf8),
                entrant.map { Array($0.userID.utf8) } ?? [], [],
            ])
        }
    }
}
