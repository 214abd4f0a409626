import SaybusBus
import SaybusZeroMQ
import Synchronization

/// A subscriber that never reads.
final class StuckSubscriber: Sendable {
    private let socket: Mutex<SubscriberSocket>

    /// Connects with both keys or with none.
    /// - Parameters:
    ///   - address: The address of the bus.
    ///   - secretKey: The client's key.
    ///   - serverKey: The broker's key.
    ///   - maximumReceived: The most messages that libzmq reads for it; 0 means any number.
    init(
        address: BusAddress, secretKey: String? = nil, serverKey: String? = nil, maximumReceived: Int = 1000
    ) throws {
        var socket = try SubscriberSocket(Context())
        try socket.set(.receiveHighWaterMark(maximumReceived))
        try socket.set(.sendHighWaterMark(0))
        if let secretKey, let serverKey {
            try socket.set(.curveClient(serverKey: serverKey, keys: CurveKeyPair(secretKey: secretKey)))
        }
        try socket.connect(address.subscribeEndpoint)
        self.socket = Mutex(socket)
    }

    func subscribeToAll() throws { try socket.withLock { try $0.subscribe([]) } }

    /// Subscribes to prefixes, which go out as fast as the broker takes them.
    func subscribe(_ prefixes: some Sequence<String>) throws {
        try socket.withLock { socket in
            for prefix in prefixes { try socket.subscribe(Array(prefix.utf8)) }
        }
    }
}
