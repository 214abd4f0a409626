import SaybusBus
import SaybusZeroMQ
import Synchronization

/// A subscriber that never reads.
final class StuckSubscriber: Sendable {
    private let socket: Mutex<SubscriberSocket>

    init(address: BusAddress) throws {
        var socket = try SubscriberSocket(Context())
        try socket.connect(address.subscribeEndpoint)
        self.socket = Mutex(socket)
    }

    func subscribeToAll() throws { try socket.withLock { try $0.subscribe([]) } }
}
