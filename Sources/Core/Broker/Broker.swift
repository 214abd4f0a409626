import Logging
import SaybusBus
import SaybusSupport
import SaybusZeroMQ
import Synchronization

/// The forwarder of all messages. It stamps them with consecutive numbers, stores the retained ones for late
/// subscribers, and detects lost stages.
///
/// The broker binds in `init`, so that an address in use is reported at once, and serves until ``close()``.
public final class Broker: Sendable {
    /// The address that the broker serves.
    let address: BusAddress
    /// The random number that identifies this broker in every stamp.
    public let epoch: UInt32

    /// A stream, for one reader, that yields one sentence if the broker's thread fails, and ends when the
    /// broker no longer forwards.
    public let failures: AsyncStream<String>

    let wakeUp: WakeUp
    /// Makes the forwarder's thread end.
    private let isClosing: OnceFlag
    private let thread: WorkerThread
    private let lock: Mutex<EndpointLock?>
    private let mailbox: PolicyMailbox?

    /// The bytes that may wait for subscribers before the connections of those that do not read are closed:
    /// 128 MiB.
    package static let backlogLimit = 128 << 20
    /// The bytes of one publisher that may wait until the broker takes them: 80 MiB.
    private static let receivedLimit = 80 << 20

    /// Binds both sides and begins to forward.
    /// - Parameters:
    ///   - address: The address to serve. The port of a tcp address and the next one must be free.
    ///   - insecure: Whether a tcp address may be served without keys, to everyone who reaches it.
    ///   - security: The policy, and the broker's key unless clients are known by their users, which is possible on an
    ///     ipc address; nil serves without a policy.
    ///   - logger: The logger for refusals and failures.
    ///   - onBeat: A closure that the broker's thread calls once a second, at its heartbeat.
    public convenience init(
        at address: BusAddress, insecure: Bool = false, security: BrokerSecurity? = nil,
        logger: Logger = Logger(label: "saybus.broker"), onBeat: @escaping @Sendable (BrokerBeat) -> Void = { _ in }
    ) throws(BrokerError) {
        try self.init(
            at: address, insecure: insecure, security: security, injectedFrames: nil, logger: logger, onBeat: onBeat)
    }

    /// Creates a broker with a limit of its own, or one that also sends messages of a test to its subscribers.
    /// - Parameters:
    ///   - address: The address to serve.
    ///   - insecure: Whether a tcp address may be served without keys.
    ///   - security: The policy, and the broker's key if it has one.
    ///   - backlogLimit: The bytes that may wait for subscribers.
    ///   - injectedFrames: The messages of a test; nil without one.
    ///   - logger: The logger for refusals and failures.
    ///   - onBeat: A closure that the broker's thread calls at its heartbeat.
    package init(
        at address: BusAddress, insecure: Bool = false, security: BrokerSecurity? = nil,
        backlogLimit: Int = Broker.backlogLimit, injectedFrames: InjectedFrames? = nil, logger: Logger,
        onBeat: @escaping @Sendable (BrokerBeat) -> Void = { _ in }
    ) throws(BrokerError) {
        self.address = address
        // Programs of other users can connect only to a bus that knows them by their users.
        let isShared = security.map { !$0.usesKeys } ?? false
        let epoch = UInt32.random(in: 1...UInt32.max)
        self.epoch = epoch
        let (failures, failing) = AsyncStream.makeStream(of: String.self)
        self.failures = failures
        lock = Mutex(
            try Self.lock(address, isShared: isShared, mayBeOpen: insecure || security?.usesKeys == true))
        do {
            let context = try Context()
            let mailbox = PolicyMailbox()
            self.mailbox = security == nil ? nil : mailbox
            // The handler is bound before the other sockets, because without a ZAP handler libzmq accepts
            // every peer.
            let responder = try ZAPResponder(context)
            var publishers = try Self.socketForPublishers(context, address, security)
            var subscribers = try Self.socketForSubscribers(context, address, security)
            let authenticator = Authenticator(
                responder: responder, admission: security == nil ? .anyone : isShared ? .machineUsers : .keys,
                publisherMonitor: try publishers.monitor(),
                subscriberMonitor: try subscribers.monitor(),
                policy: security?.policy, mailbox: mailbox, logger: logger)
            try publishers.bind(address.publishEndpoint)
            try subscribers.bind(address.subscribeEndpoint)
            let endpoints = lock.withLock { $0 }.map { EndpointFiles(address, $0, isShared: isShared) }
            // The broker always subscribes to everything, so that no publisher depends on the subscriptions
            // of the broker's subscribers.
            try publishers.send([[1]])
            let wakeUp = try WakeUp()
            let isClosing = OnceFlag()
            let sockets = Mutex<Forwarder?>(
                Forwarder(
                    publishers: publishers, subscribers: subscribers, authenticator: authenticator,
                    settings: Forwarder.Settings(
                        isGuarded: security != nil, backlogLimit: backlogLimit, endpoints: endpoints, epoch: epoch,
                        injectedFrames: injectedFrames, onBeat: onBeat, logger: logger)))
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
                : BrokerError(.transport, "cannot serve \(address): \(address.hostNameProblem ?? "\(error)")")
        }
    }

    /// Locks the directory of an ipc address. Another address has none, and needs keys unless it may be open to all.
    /// - Returns: Nil for an address without a directory.
    private static func lock(
        _ address: BusAddress, isShared: Bool, mayBeOpen: Bool
    ) throws(BrokerError) -> EndpointLock? {
        if let directory = address.directory { return try EndpointLock(directory: directory, isShared: isShared) }
        guard mayBeOpen else {
            throw BrokerError(
                .insecure,
                "\(address) would be open to everyone who reaches it; use an ipc:///directory bus, or keys (--key and --policy; see: saybus keys --help), or add --insecure on a network you trust"
            )
        }
        return nil
    }

    /// Replaces the policy. The new one takes effect at once, also on open connections. Does nothing on a bus
    /// without a policy.
    public func reload(_ policy: Policy) {
        mailbox?.put(policy)
        if mailbox != nil { wakeUp.signal() }
    }

    /// Shows in the broker's status, until a policy replaces the present one, why the file of a new policy was refused.
    /// Does nothing on a bus without a policy.
    package func keepPolicy(_ refusal: String) {
        mailbox?.put(refusal: refusal)
        if mailbox != nil { wakeUp.signal() }
    }

    /// Stops forwarding. Blocks until received messages have been sent, for half a second at most. Afterwards
    /// the address is free.
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

    private static func socketForPublishers(
        _ context: Context, _ address: BusAddress, _ security: BrokerSecurity?
    ) throws(ZeroMQError) -> XSubscriberSocket {
        var publishers = try XSubscriberSocket(context)
        try configure(&publishers, address)
        // A publisher that is faster than the broker has to wait, so that few messages wait here. Publishers of
        // messages as the contract allows them therefore stay below the limit of their bytes.
        try publishers.set(.receiveHighWaterMark(64))
        ReceivedBytes.limit(ofOne: receivedLimit, ofAll: backlogLimit)
        // libzmq disconnects the sender of a larger frame. The forwarder itself refuses and reports
        // messages between the contract's limit and this one.
        try publishers.set(.maximumMessageSize(16 << 20))
        if let security { try secure(&publishers, security) }
        return publishers
    }

    private static func socketForSubscribers(
        _ context: Context, _ address: BusAddress, _ security: BrokerSecurity?
    ) throws(ZeroMQError) -> XPublisherSocket {
        var subscribers = try XPublisherSocket(context)
        try configure(&subscribers, address)
        // A subscription is the prefix of a topic: at most 134 bytes, and more when it is encrypted.
        try subscribers.set(.maximumMessageSize(512))
        try subscribers.set(.manualSubscriptions)
        // Subscriptions wait in libzmq's own list, which has no limit, until the forwarder takes them. So few are
        // taken from each connection at once.
        try subscribers.set(.receiveHighWaterMark(100))
        // The forwarder itself limits what waits for subscribers, by its bytes.
        try subscribers.set(.sendHighWaterMark(0))
        try subscribers.set(.zapDomain("saybus"))
        if let security { try secure(&subscribers, security) }
        return subscribers
    }

    private static func secure<Role>(_ socket: inout Socket<Role>, _ security: BrokerSecurity) throws(ZeroMQError) {
        if let secretKey = security.secretKey { try socket.set(.curveServer(secretKey: secretKey)) }
        try socket.set(.zapDomain("saybus"))
    }

    private static func configure<Role>(_ socket: inout Socket<Role>, _ address: BusAddress) throws(ZeroMQError) {
        try socket.set(.handshakeInterval(milliseconds: 5000))
        try socket.setHeartbeat(at: address)
        try socket.setAddressFamily(of: address)
    }
}
