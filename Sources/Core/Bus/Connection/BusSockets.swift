import SaybusMessages
import SaybusZeroMQ

/// The connected sockets of a bus: the one that publishes, and those of the bus's thread.
struct BusSockets: ~Copyable, Sendable {
    let publisher: PublisherSocket
    let receiving: ReceiverParts

    /// Connects the sockets. A broker need not be there.
    init(_ context: Context, _ address: BusAddress, _ endpoints: BusEndpoints) throws(ZeroMQError) {
        let pair = try address.credentials?.pair
        var publisher = try PublisherSocket(context)
        try Self.configure(&publisher, address)
        // A broker that is started again is found within a quarter of a second.
        try publisher.set(.reconnectInterval(milliseconds: 20))
        try publisher.set(.maximumReconnectInterval(milliseconds: 250))
        let publisherMonitor = try publisher.monitor()
        var subscriber = try SubscriberSocket(context)
        try Self.configure(&subscriber, address)
        try subscriber.set(.manualReconnection)
        if let pair, let serverKey = address.credentials?.serverKey {
            try publisher.set(.curveClient(serverKey: serverKey, keys: pair))
            try subscriber.set(.curveClient(serverKey: serverKey, keys: pair))
        }
        let subscriberMonitor = try subscriber.monitor()
        try subscriber.connect(endpoints.subscribe)
        try publisher.connect(endpoints.publish)
        self.publisher = publisher
        receiving = ReceiverParts(
            subscriber: subscriber, subscriberMonitor: subscriberMonitor, publisherMonitor: publisherMonitor)
    }

    /// The messages that may wait at a socket. libzmq drops a publisher's further ones, and its default of 1000 is soon
    /// reached by sound.
    private static let highWaterMark = 20_000

    private static func configure<Role>(_ socket: inout Socket<Role>, _ address: BusAddress) throws(ZeroMQError) {
        try socket.set(.sendHighWaterMark(highWaterMark))
        try socket.set(.receiveHighWaterMark(highWaterMark))
        try socket.set(.maximumMessageSize(Int64(2 * RawMessage.maximumSize)))
        try socket.setHeartbeat(at: address)
        try socket.setAddressFamily(of: address)
    }
}
