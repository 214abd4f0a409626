import SaybusBus
import SaybusZeroMQ
import Synchronization

/// A client that sends messages where only subscriptions are expected.
final class Intruder: Sendable {
    private let socket: Mutex<XSubscriberSocket>

    /// Connects with both keys or with none.
    init(address: BusAddress, secretKey: String? = nil, serverKey: String? = nil) throws {
        var socket = try XSubscriberSocket(Context())
        if let secretKey, let serverKey {
            try socket.set(.curveClient(serverKey: serverKey, keys: CurveKeyPair(secretKey: secretKey)))
        }
        try socket.connect(address.subscribeEndpoint)
        self.socket = Mutex(socket)
    }

    func send(_ message: [[UInt8]], thenSubscribe prefix: String) throws {
        try socket.withLock { socket in
            _ = try socket.send(message)
            _ = try socket.send([[1] + Array(prefix.utf8)])
        }
    }

    func receive() throws -> [[UInt8]]? { try socket.withLock { try $0.receive() } }
}
