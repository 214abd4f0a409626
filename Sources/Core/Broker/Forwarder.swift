import Logging
import SaybusBus
import SaybusMessages
import SaybusZeroMQ

/// The loop of the broker's thread, which owns both sockets.
struct Forwarder: ~Copyable, Sendable {
    /// Microseconds between two statuses of the broker.
    private static let heartbeatInterval: Int64 = 1_000_000
    /// The most messages forwarded before subscriptions and timers get their turn.
    private static let burst = 1000

    private var publishers: XSubscriberSocket
    var subscribers: XPublisherSocket
    /// The authenticator; nil on a bus without keys.
    var authenticator: Authenticator?
    private let isGuarded: Bool
    var retained = RetainedStore()
    var heartbeats = HeartbeatMonitor()
    var statusPublisher: BrokerStatusPublisher
    private let epoch: UInt32
    /// A closure that returns messages to send unchecked; nil except in tests.
    private let uncheckedFrames: (@Sendable () -> [[[UInt8]]])?
    let logger: Logger
    private var offset: UInt64 = 0
    private var subscriptions = 0

    init(
        publishers: consuming XSubscriberSocket, subscribers: consuming XPublisherSocket,
        authenticator: consuming Authenticator?,
        isGuarded: Bool, epoch: UInt32, uncheckedFrames: (@Sendable () -> [[[UInt8]]])?, logger: Logger
    ) {
        self.publishers = publishers
        self.subscribers = subscribers
        self.authenticator = authenticator
        self.isGuarded = isGuarded
        self.epoch = epoch
        self.uncheckedFrames = uncheckedFrames
        self.logger = logger
        statusPublisher = BrokerStatusPublisher(run: epoch)
    }

    /// Forwards messages until `isClosing` is set or the transport fails.
    /// - Returns: The failure; nil when `isClosing` was set.
    consuming func run(wakeUp: WakeUp, isClosing: ClosingFlag) -> String? {
        var parts = MessageParts()
        var nextBeat = SteadyClock.microseconds()
        do {
            while !isClosing.isSet {
                var items = [
                    wakeUp.pollItem, subscribers.pollItem(.readable), publishers.pollItem(.readable),
                ]
                if let guards = authenticator?.pollItems() { items += guards }
                try poll(&items, milliseconds: Int(max(0, nextBeat - SteadyClock.microseconds() + 999) / 1000))
                if items[0].happened.contains(.readable) {
                    wakeUp.clear()
                    authenticator?.reload()
                    for frames in uncheckedFrames?() ?? [] { try subscribers.send(frames) }
                }
                if isGuarded, items[3...].contains(where: { $0.happened.contains(.readable) }) {
                    try handlePeers()
                }
                if items[1].happened.contains(.readable) { try takeSubscriptions() }
                var taken = 0
                while taken < Self.burst, try publishers.receive(&parts) {
                    try forward(&parts)
                    taken += 1
                }
                let now = SteadyClock.microseconds()
                guard now >= nextBeat else { continue }
                nextBeat = now + Self.heartbeatInterval
                for stage in heartbeats.tick(now: now) { try publishLoss(of: stage) }
                try publishStatus()
            }
            try publish(statusPublisher.status(state: .stopped, retained: retained.count, subscriptions: subscriptions))
            return nil
        } catch {
            logger.critical("the broker's thread has failed", metadata: ["error": "\(error)"])
            return "\(error)"
        }
    }

    /// Grants the requested subscriptions, and sends the retained messages that match.
    ///
    /// A subscription takes effect only here, in order. So a barrier that confirms a later subscription also
    /// confirms that the retained messages for an earlier one have been sent.
    private mutating func takeSubscriptions() throws(ZeroMQError) {
        if isGuarded { return try takeGuardedSubscriptions() }
        var parts = MessageParts()
        // libzmq records the connection of each subscription, but not that of a user message, and uses up one
        // record for either. So after a user message, grants would go to another connection until the queue
        // is empty. Connections that subscribe meanwhile are closed: their clients connect and subscribe
        // again.
        var isShifted = false
        while try subscribers.receive(&parts) {
            guard let frame = Self.subscription(parts) else {
                isShifted = true
                refuseUserMessage(parts)
                continue
            }
            let prefix = frame.dropFirst()
            guard !isShifted else {
                // The count stays correct, because libzmq reports the end of each subscription when its
                // connection ends.
                subscriptions += frame.first == 0 ? -1 : 1
                Self.disconnect(parts)
                continue
            }
            if frame.first == 0 {
                subscriptions -= 1
                try subscribers.set(.unsubscribe(Array(prefix)))
                continue
            }
            subscriptions += 1
            try subscribers.set(.subscribe(Array(prefix)))
            for frames in retained.matching(prefix) { try subscribers.send(frames) }
        }
    }

    /// Returns the frame of a subscription (1 and the prefix) or of its end (0 and the prefix); nil for a user
    /// message.
    static func subscription(_ parts: borrowing MessageParts) -> [UInt8]? {
        guard parts.count == 1, parts.discarded == 0 else { return nil }
        let frame = parts.withFrame(0) { Array($0) }
        guard let flag = frame.first, flag <= 1 else { return nil }
        return frame
    }

    /// Closes the connection on which a message came. Messages that libzmq makes itself have none.
    static func disconnect(_ parts: borrowing MessageParts) {
        if let descriptor = parts.property("__fd").flatMap({ Int32($0) }) { Authenticator.disconnect(descriptor) }
    }

    /// Counts a user message on the socket that expects only subscriptions, and closes its connection.
    mutating func refuseUserMessage(_ parts: borrowing MessageParts) {
        Self.disconnect(parts)
        let what = "a message where only subscriptions are expected"
        guard let count = statusPublisher.countMalformed("refused \(what)") else { return }
        logger.warning("refused a message", metadata: ["what": "\(what)", "count": "\(count)"])
    }

    private mutating func forward(_ parts: inout MessageParts) throws(ZeroMQError) {
        statusPublisher.counters.received += 1
        let size = parts.size
        guard size <= RawMessage.maximumSize else {
            try refuse("a message of \(size) bytes, at most \(RawMessage.maximumSize) are allowed", parts)
            return
        }
        guard parts.count == 3, parts.discarded == 0 else {
            try refuse("a message of \(parts.count + parts.discarded) frames, 3 are expected", parts)
            return
        }
        var publisher: (client: Int, name: String)?
        if isGuarded {
            publisher = try verifiedPublisher(&parts)
            if publisher == nil { return }
        }
        offset += 1
        let stamp = Stamp(offset: offset, epoch: epoch, user: publisher?.name, at: WallClock.microseconds()).encoded()
        if parts.withFrame(1, Self.mentionsRetain) { try retain(parts.frames + [stamp], publisher) }
        try subscribers.forward(&parts, appending: stamp)
        statusPublisher.counters.published += 1
    }

    /// Refuses malformed frames. They are counted, logged and reported in the broker's status, but not
    /// forwarded.
    private mutating func refuse(_ what: String, _ parts: borrowing MessageParts) throws(ZeroMQError) {
        let topic = parts.count > 0 ? parts.withFrame(0) { String(decoding: $0.prefix(80), as: UTF8.self) } : ""
        let printable = topic.safeForTerminal
        if let count = statusPublisher.countMalformed("refused \(what), on topic \"\(printable)\"") {
            logger.warning(
                "refused a message", metadata: ["what": "\(what)", "topic": "\(printable)", "count": "\(count)"])
            try publishStatus()
        }
    }

    /// Publishes the status of a lost stage.
    private mutating func publishLoss(of gone: HeartbeatMonitor.Stage) throws(ZeroMQError) {
        logger.warning("lost a stage", metadata: ["stage": "\(gone.status.role)/\(gone.status.instance)"])
        try publish(gone.status, session: gone.session)
    }

    /// Publishes the broker's status.
    mutating func publishStatus() throws(ZeroMQError) {
        let count = authenticator?.connections.count ?? subscriptions
        try publish(statusPublisher.status(state: .ready, retained: retained.count, subscriptions: count))
    }

    /// Publishes a message from the broker itself.
    mutating func publish<Body: BusMessage>(
        _ body: Body, session: Session = .default, causes: [MessageID] = []
    ) throws(ZeroMQError) {
        offset += 1
        let stamp = Stamp(offset: offset, epoch: epoch, at: WallClock.microseconds())
        guard let frames = statusPublisher.frames(body, session: session, causes: causes, stamp: stamp) else { return }
        if Body.isRetained { try retain(frames, nil) }
        try subscribers.send(frames)
    }
}
