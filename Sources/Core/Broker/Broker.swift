import Logging
import SaybusBus
import SaybusMessages
import SaybusZeroMQ
import Synchronization

/// The forwarder that all messages pass: it numbers and stamps them, keeps the retained ones for late subscribers, and notices stages that are gone.
///
/// It binds in `init`, so that an address that cannot be had is known at once, and serves from then on until ``close()``.
public final class Broker: Sendable {
    /// Where it serves.
    public let address: BusAddress
    /// The number of this incarnation, in every stamp.
    public let epoch: UInt32

    /// Why it no longer forwards, should its thread fail: one sentence at most. Ends when it no longer forwards. For one reader.
    public let failures: AsyncStream<String>

    private let wakeUp: WakeUp
    private let isClosing: ClosingFlag
    private let thread: WorkerThread
    private let lock: Mutex<EndpointLock?>
    private let mailbox: PolicyMailbox?

    /// Binds both sides and begins to forward.
    /// - Parameters:
    ///   - address: Where to serve; the port of a tcp address must be free, and so must the next one.
    ///   - insecure: Whether a tcp address may be served to anyone who reaches it.
    ///   - security: The broker's key and its policy; nil serves without keys.
    ///   - logger: Where refusals are told.
    public convenience init(
        at address: BusAddress, insecure: Bool = false, security: BrokerSecurity? = nil,
        logger: Logger = Logger(label: "saybus.broker")
    ) throws(BrokerError) {
        try self.init(at: address, insecure: insecure, security: security, uncheckedFrames: nil, logger: logger)
    }

    /// Creates a broker that also sends messages of a test to its subscribers.
    /// - Parameter uncheckedFrames: Returns the frames of the messages to send as they are, each once. It is called on the
    ///   broker's thread after ``wake()``. Only tests of what garbage does pass one.
    package init(
        at address: BusAddress, insecure: Bool = false, security: BrokerSecurity? = nil,
        uncheckedFrames: (@Sendable () -> [[[UInt8]]])?, logger: Logger
    ) throws(BrokerError) {
        self.address = address
        let epoch = UInt32.random(in: 1...UInt32.max)
        self.epoch = epoch
        let (failures, failing) = AsyncStream.makeStream(of: String.self)
        self.failures = failures
        if let directory = address.directory {
            lock = Mutex(try EndpointLock(directory: directory))
        } else {
            guard insecure || security != nil else {
                throw BrokerError(
                    .insecure,
                    "\(address) would be open to everyone who reaches it; use an ipc:///directory bus, or keys (--key and --policy; see: saybus keys --help), or add --insecure on a network you trust"
                )
            }
            lock = Mutex(nil)
        }
        do {
            let context = try Context()
            let mailbox = security.map { _ in PolicyMailbox() }
            self.mailbox = mailbox
            // Before the others are bound: until it is there, libzmq lets everybody in.
            let responder = security == nil ? nil : try ZAPResponder(context)
            var publishers = try XSubscriberSocket(context)
            try Self.configure(&publishers, address)
            // Larger ones are cut off by libzmq, with their sender; between this and what the contract allows, the forwarder refuses and tells.
            try publishers.set(.maximumMessageSize(16 << 20))
            var subscribers = try XPublisherSocket(context)
            try Self.configure(&subscribers, address)
            // A subscription is a topic's beginning: at most 134 bytes, and more when it is encrypted.
            try subscribers.set(.maximumMessageSize(512))
            try subscribers.set(.manualSubscriptions)
            var sentry: Authenticator?
            if let security, let mailbox, let responder {
                try Self.secure(&publishers, security)
                try Self.secure(&subscribers, security)
                sentry = Authenticator(
                    responder: responder, publisherMonitor: try publishers.monitor(),
                    subscriberMonitor: try subscribers.monitor(), policy: security.policy, mailbox: mailbox,
                    logger: logger)
            }
            try publishers.bind(address.publishEndpoint)
            try subscribers.bind(address.subscribeEndpoint)
            // All of it, always: a publisher never waits for interest further down.
            try publishers.send([[1]])
            let wakeUp = try WakeUp()
            let isClosing = ClosingFlag()
            let sockets = Mutex<Forwarder?>(
                Forwarder(
                    publishers: publishers, subscribers: subscribers, sentry: sentry, isGuarded: security != nil,
                    epoch: epoch, uncheckedFrames: uncheckedFrames, logger: logger))
            self.wakeUp = wakeUp
            self.isClosing = isClosing
            thread = WorkerThread(name: "saybus-broker") {
                let reason = sockets.withLock { $0.take() }?.run(wakeUp: wakeUp, isClosing: isClosing)
                context.terminate()
                if let reason { failing.yield(reason) }
                failing.finish()
            }
        } catch {
            throw error.code == .addressInUse
                ? BrokerError(
                    .addressInUse, "\(address) is in use: stop the program that has it, or choose another --bus")
                : BrokerError(.transport, "cannot serve \(address): \(error)")
        }
    }

    /// Puts another policy in the place of the one that holds; takes effect at once, on open connections too. Without keys, it does nothing.
    public func reload(_ policy: Policy) {
        mailbox?.put(policy)
        if mailbox != nil { wakeUp.signal() }
    }

    /// Wakes the broker's thread, so that it asks for unchecked frames.
    package func wake() { wakeUp.signal() }

    /// Stops forwarding. Blocks until what was taken has been sent, half a second at most; the address is free then.
    public func close() {
        isClosing.set()
        wakeUp.signal()
        thread.join()
        lock.withLock { $0 = nil }
    }

    deinit {
        isClosing.set()
        wakeUp.signal()
    }

    private static func secure<Role>(_ socket: inout Socket<Role>, _ security: BrokerSecurity) throws(ZeroMQError) {
        try socket.set(.curveServer(secretKey: security.secretKey))
        try socket.set(.zapDomain("saybus"))
    }

    private static func configure<Role>(_ socket: inout Socket<Role>, _ address: BusAddress) throws(ZeroMQError) {
        // Per peer: a subscriber that does not read loses what exceeds this, and nobody waits for it.
        try socket.set(.sendHighWaterMark(20_000))
        try socket.set(.receiveHighWaterMark(20_000))
        try socket.set(.handshakeInterval(milliseconds: 5000))
        // On one machine the kernel tells when the other side is gone, and one that is only slow is not.
        guard address.directory == nil else { return }
        try socket.set(.heartbeatInterval(milliseconds: 1000))
        try socket.set(.heartbeatTimeout(milliseconds: 3000))
        try socket.set(.heartbeatTTL(milliseconds: 3000))
    }
}

/// Tells the forwarder's thread to end.
final class ClosingFlag: Sendable {
    private let flag = Atomic(false)
    var isSet: Bool { flag.load(ordering: .acquiring) }
    func set() { flag.store(true, ordering: .releasing) }
}
