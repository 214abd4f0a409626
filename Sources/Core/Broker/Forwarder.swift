import Logging
import SaybusBus
import SaybusMessages
import SaybusZeroMQ

/// The broker's thread: owns both sockets.
struct Forwarder: ~Copyable, Sendable {
    /// How often the broker says that it lives.
    private static let beat: Int64 = 1_000_000
    /// How many messages are forwarded before subscriptions and time get their turn.
    private static let burst = 1000

    private var publishers: XSubscriberSocket
    var subscribers: XPublisherSocket
    /// Nil on a bus without keys.
    var sentry: Authenticator?
    private let isGuarded: Bool
    var retained = RetainedStore()
    var beats = HeartbeatMonitor()
    var voice: BrokerStatusPublisher
    private let epoch: UInt32
    /// Returns messages to send unchecked; nil except in tests.
    private let uncheckedFrames: (@Sendable () -> [[[UInt8]]])?
    let logger: Logger
    private var offset: UInt64 = 0
    private var subscriptions = 0

    init(
        publishers: consuming XSubscriberSocket, subscribers: consuming XPublisherSocket,
        sentry: consuming Authenticator?,
        isGuarded: Bool, epoch: UInt32, uncheckedFrames: (@Sendable () -> [[[UInt8]]])?, logger: Logger
    ) {
        self.publishers = publishers
        self.subscribers = subscribers
        self.sentry = sentry
        self.isGuarded = isGuarded
        self.epoch = epoch
        self.uncheckedFrames = uncheckedFrames
        self.logger = logger
        voice = BrokerStatusPublisher(run: epoch)
    }

    /// Forwards until it is told to end.
    /// - Returns: Why it has ended; nil when it was told to.
    consuming func run(wakeUp: WakeUp, isClosing: ClosingFlag) -> String? {
        var parts = MessageParts()
        var nextBeat = SteadyClock.microseconds()
        do {
            while !isClosing.isSet {
                var items = [
                    wakeUp.pollItem, subscribers.pollItem(.readable), publishers.pollItem(.readable),
                ]
                if let guards = sentry?.pollItems() { items += guards }
                try poll(&items, milliseconds: Int(max(0, nextBeat - SteadyClock.microseconds() + 999) / 1000))
                if items[0].happened.contains(.readable) {
                    wakeUp.clear()
                    sentry?.reload()
                    for frames in uncheckedFrames?() ?? [] { try subscribers.send(frames) }
                }
                if isGuarded, items[3...].contains(where: { $0.happened.contains(.readable) }) {
                    try watch()
                }
                if items[1].happened.contains(.readable) { try takeSubscriptions() }
                var taken = 0
                while taken < Self.burst, try publishers.receive(&parts) {
                    try forward(&parts)
                    taken += 1
                }
                let now = SteadyClock.microseconds()
                guard now >= nextBeat else { continue }
                nextBeat = now + Self.beat
                for stage in beats.tick(now: now) { try tell(stage) }
                try publishStatus()
            }
            try publish(voice.status(state: .stopped, retained: retained.count, subscriptions: subscriptions))
            return nil
        } catch {
            logger.critical("the broker's thread has failed", metadata: ["error": "\(error)"])
            return "\(error)"
        }
    }

    /// Grants what is asked, then hands over what is retained of it. A subscription takes effect only here, so a message that proves a
    /// later subscription proves that the retained messages of an earlier one have been sent.
    private mutating func takeSubscriptions() throws(ZeroMQError) {
        if isGuarded { return try takeGuardedSubscriptions() }
        var parts = MessageParts()
        // libzmq notes whose each subscription is, but not whose each user message is, and takes the next note with whatever is received. So
        // after a user message, what is granted would be granted to another connection, until the queue is empty. Whoever subscribes
        // meanwhile is cut off: the client connects and subscribes again.
        var isShifted = false
        while try subscribers.receive(&parts) {
            guard let frame = Self.subscription(parts) else {
                isShifted = true
                refuseUserMessage(parts)
                continue
            }
            let prefix = frame.dropFirst()
            guard !isShifted else {
                // The count stays right: libzmq tells of each subscription of a connection when it ends.
                subscriptions += frame.first == 0 ? -1 : 1
                Self.cut(parts)
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

    /// The frame of a subscription (1 and the prefix) or of its end (0 and the prefix); nil for a user message.
    static func subscription(_ parts: borrowing MessageParts) -> [UInt8]? {
        guard parts.count == 1, parts.discarded == 0 else { return nil }
        let frame = parts.withFrame(0) { Array($0) }
        guard let flag = frame.first, flag <= 1 else { return nil }
        return frame
    }

    /// Ends the connection on which something came; not that of libzmq's own notes, which have none.
    static func cut(_ parts: borrowing MessageParts) {
        if let descriptor = parts.property("__fd").flatMap({ Int32($0) }) { Authenticator.cut(descriptor) }
    }

    /// Counts a message that came where only subscriptions are expected, and ends its connection.
    mutating func refuseUserMessage(_ parts: borrowing MessageParts) {
        Self.cut(parts)
        let what = "a message where only subscriptions are expected"
        guard let count = voice.refused("refused \(what)") else { return }
        logger.warning("refused a message", metadata: ["what": "\(what)", "count": "\(count)"])
    }

    private mutating func forward(_ parts: inout MessageParts) throws(ZeroMQError) {
        voice.counters.received += 1
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
        voice.counters.published += 1
    }

    /// What is no message is told to everybody who listens for the broker's status, and to the log, but not passed on.
    private mutating func refuse(_ what: String, _ parts: borrowing MessageParts) throws(ZeroMQError) {
        let topic = parts.count > 0 ? parts.withFrame(0) { String(decoding: $0.prefix(80), as: UTF8.self) } : ""
        let printable = topic.safeForTerminal
        if let count = voice.refused("refused \(what), on topic \"\(printable)\"") {
            logger.warning(
                "refused a message", metadata: ["what": "\(what)", "topic": "\(printable)", "count": "\(count)"])
            try publishStatus()
        }
    }

    private mutating func tell(_ gone: HeartbeatMonitor.Stage) throws(ZeroMQError) {
        logger.warning("lost a stage", metadata: ["stage": "\(gone.status.role)/\(gone.status.instance)"])
        try publish(gone.status, session: gone.session)
    }

    /// Says how the broker is, between its beats.
    mutating func publishStatus() throws(ZeroMQError) {
        let count = sentry?.connections.count ?? subscriptions
        try publish(voice.status(state: .ready, retained: retained.count, subscriptions: count))
    }

    mutating func publish<Body: BusMessage>(
        _ body: Body, session: Session = .default, causes: [MessageID] = []
    ) throws(ZeroMQError) {
        offset += 1
        let stamp = Stamp(offset: offset, epoch: epoch, at: WallClock.microseconds())
        guard let frames = voice.frames(body, session: session, causes: causes, stamp: stamp) else { return }
        if Body.isRetained { try retain(frames, nil) }
        try subscribers.send(frames)
    }
}
