import SaybusZeroMQ
import Testing

@Suite("CURVE")
struct CurveTests {
    @Test("a key pair's public key follows from its secret key")
    func derivation() throws {
        let keys = try CurveKeyPair.generate()
        #expect(keys.publicKey.count == 40 && keys.secretKey.count == 40)
        #expect(try CurveKeyPair(secretKey: keys.secretKey) == keys)
        #expect(throws: ZeroMQError.self) { try CurveKeyPair(secretKey: "short") }
    }

    @Test("client and server with keys exchange messages; a client without a key gets an event of its monitor")
    func handshake() throws {
        let server = try CurveKeyPair.generate()
        let context = try Context()
        var publisher = try XPublisherSocket(context)
        try publisher.set(.curveServer(secretKey: server.secretKey))
        try publisher.bind("tcp://127.0.0.1:*")
        let endpoint = try publisher.lastEndpoint()

        var plain = try SubscriberSocket(context)
        var monitor = try plain.monitor()
        try plain.connect(endpoint)
        var kinds: [ConnectionEvent.Kind] = []
        while kinds.last != .protocolFailed && kinds.last != .handshakeFailed && kinds.last != .ready {
            if let event = try monitor.receive(wait: true) { kinds.append(event.kind) }
        }
        #expect(kinds.last != .ready)

        var subscriber = try SubscriberSocket(context)
        try subscriber.set(.curveClient(serverKey: server.publicKey, keys: .generate()))
        try subscriber.connect(endpoint)
        try subscriber.subscribe([1])
        #expect(try publisher.receive(wait: true) == [[1, 1]])
        try publisher.send([[1], [2]])
        #expect(try subscriber.receive(wait: true) == [[1], [2]])
    }
}
