import Logging
import SaybusBus
import SaybusMessages
import SaybusSupport
import SaybusZeroMQ

/// The loop of the broker's thread, which owns all sockets of the broker.
struct Forwarder: ~Copyable, Sendable {
    /// Microseconds between two statuses of the broker.
    private static let heartbeatInterval: Int64 = 1_000_000
    /// The most messages forwarded, and about the most bytes, before subscriptions and timers are handled.
    private static let burst = (messages: 1000, bytes: 4 << 20)
    /// The most lost stages that a line of the log names.
    private static let namedLosses = 5

    private var publishers: XSubscriberSocket
    var subscribers: XPublisherSocket
    var authenticator: Authenticator
    let settings: Settings
    /// Whether libzmq may attribute subscriptions to another connection: see ``takeSubscriptions()``.
    var hasShiftedOwners = false
    /// Whether to publish the broker's status at the end of this pass of the loop.
    var statusIsDue = false
    /// The demanded kinds in the status published last.
    private var publishedDemands: [Kind] = []
    /// The messages that wait for subscribers.
    let queued = QueuedMessages()
    var backlogMonitor: BacklogMonitor
    /// The messages that wait for each subscriber, by the number of the handshake; empty while little waits in all.
    var backlogs: [Int: SubscriberBacklog] = [:]
    private var isDropping = false
    private var refusedConnections = DescriptorReserve.refusedConnections
    private var overflowingConnections = ReceivedBytes.closedConnections
    var retained = RetainedStore()
    var heartbeats = HeartbeatMonitor()
    /// The changes of owners that the access controller knows of.
    var knownOwnerChanges = 0
    var ownMessages: BrokerMessageFactory
    let logger: Logger
    private var offset: UInt64 = 0

    init(
        publishers: consuming XSubscriberSocket, subscribers: consuming XPublisherSocket,
        authenticator: consuming Authenticator, settings: Settings
    ) {
        self.publishers = publishers
        self.subscribers = subscribers
        self.authenticator = authenticator
        self.settings = settings
        logger = settings.logger
        backlogMonitor = BacklogMonitor(limit: settings.backlogLimit)
        ownMessages = BrokerMessageFactory(run: settings.epoch)
    }

    /// Forwards messages until `isClosing` is set or the transport fails.
    /// - Returns: The failure; nil when `isClosing` was set.
    consuming func run(wakeUp: WakeUp, isClosing: OnceFlag) -> String? {
        var parts = MessageParts()
        var nextBeat = SteadyClock.microseconds()
        do {
            while !isClosing.isSet {
                var items = [
                    wakeUp.pollItem, subscribers.pollItem(.readable), publishers.pollItem(.readable),
                ]
                items += authenticator.pollItems()
                try poll(&items, milliseconds: Int(max(0, nextBeat - SteadyClock.microseconds() + 999) / 1000))
                if items[0].happened.contains(.readable) {
                    wakeUp.clear()
                    for user in authenticator.reload() {
                        retained.remove(publisher: user)
                        heartbeats.disown(user)
                    }
                    statusIsDue = true
                    try sendInjectedFrames()
                }
                if items[3...].contains(where: { $0.happened.contains(.readable) }) { try admitPeers() }
                if items[1].happened.contains(.readable) { try takeSubscriptions() }
                try forwardBurst(&parts)
                isDropping = try limitBacklog()
                let now = SteadyClock.microseconds()
                if now >= nextBeat {
                    nextBeat = now + Self.heartbeatInterval
                    if let reason = try tick(now: now) { return reason }
                }
                if authenticator.connections.demands != publishedDemands { statusIsDue = true }
                if statusIsDue { try publishStatus() }
            }
            try publish(status(.stopped))
            return nil
        } catch {
            logger.critical("the broker's thread has failed", metadata: ["error": "\(error)"])
            return "\(error)"
        }
    }

    /// Does what is due at each heartbeat.
    /// - Returns: The failure that ends the broker; nil when there is none.
    private mutating func tick(now: Int64) throws(ZeroMQError) -> String? {
        settings.onBeat(beat)
        let lost = heartbeats.tick(now: now)
        try publishLosses(of: lost)
        retained.expire(now: now)
        authenticator.connections.beginSecond()
        try sendOwed()
        // Over ipc there are no heartbeats.
        if settings.endpoints == nil { ReceivedBytes.forgiveHeartbeats() }
        reportClosedConnections()
        if let reason = try restoreEndpoints() { return reason }
        statusIsDue = true
        return nil
    }

    /// Forwards the messages that have arrived, up to the size of a burst.
    private mutating func forwardBurst(_ parts: inout MessageParts) throws(ZeroMQError) {
        var (messages, bytes) = (0, 0)
        var taken = ReceivedBytes.Taken()
        while messages < Self.burst.messages, bytes < Self.burst.bytes, try publishers.receive(&parts) {
            messages += 1
            let size = parts.size
            bytes += size
            taken.add(parts, size: size)
            try forward(&parts, size: size)
        }
        _ = consume taken
    }

    private mutating func forward(_ parts: inout MessageParts, size: Int) throws(ZeroMQError) {
        ownMessages.counters.received += 1
        guard !isDropping else {
            ownMessages.counters.dropped += 1
            return
        }
        guard size <= RawMessage.maximumSize else {
            refuse("a message of \(size) bytes, at most \(RawMessage.maximumSize) are allowed", parts)
            return
        }
        guard parts.count == 3, parts.discarded == 0 else {
            refuse("a message of \(parts.count + parts.discarded) frames, 3 are expected", parts)
            return
        }
        var publisher: (client: Int, name: String)?
        if settings.isGuarded {
            publisher = try verifiedPublisher(&parts)
            if publisher == nil { return }
        }
        guard !Self.isStatus(parts) || !Self.claimsLoss(parts.frames) else {
            refuse("a status \"lost\", which only the broker publishes", parts)
            return
        }
        offset += 1
        let stamp = Stamp(offset: offset, epoch: settings.epoch, user: publisher?.name, at: WallClock.microseconds())
            .encoded()
        if Self.mentionsRetain(parts) { try retain(parts.frames + [stamp], publisher) }
        let due =
            backlogMonitor.isCounting ? parts.withFrame(0) { countWaiting(of: $0, bytes: size + stamp.count) } : []
        try subscribers.forward(&parts, appending: stamp, counting: queued)
        try mark(due)
        ownMessages.counters.published += 1
    }

    /// Refuses malformed frames. They are counted, logged and reported in the broker's status, but not
    /// forwarded.
    mutating func refuse(_ what: String, _ parts: borrowing MessageParts) {
        let topic = parts.count > 0 ? parts.withFrame(0) { String(decoding: $0.prefix(80), as: UTF8.self) } : ""
        let printable = topic.safeForTerminal
        if let count = ownMessages.countMalformed("refused \(what), on topic \"\(printable)\"") {
            logger.warning(
                "refused a message", metadata: ["what": "\(what)", "topic": "\(printable)", "count": "\(count)"])
            statusIsDue = true
        }
    }

    /// Publishes the statuses of lost stages.
    private mutating func publishLosses(of stages: [HeartbeatMonitor.Stage]) throws(ZeroMQError) {
        guard !stages.isEmpty else { return }
        let names = stages.prefix(Self.namedLosses).map { "\($0.status.role)/\($0.status.instance)" }
        let more = stages.count > names.count ? ", …" : ""
        logger.warning(
            "lost stages",
            metadata: ["stages": "\(names.joined(separator: ", "))\(more)", "count": "\(stages.count)"])
        for stage in stages { try publish(stage.status, session: stage.session) }
    }

    /// Publishes the broker's status.
    private mutating func publishStatus() throws(ZeroMQError) {
        (statusIsDue, publishedDemands) = (false, authenticator.connections.demands)
        try publish(status(.ready))
    }

    private var beat: BrokerBeat {
        BrokerBeat(
            status: status(.ready), retained: retained.count, subscriptions: authenticator.connections.count)
    }

    private func status(_ state: StageStatus.State) -> StageStatus {
        ownMessages.status(
            state: state, retained: retained.count, subscriptions: authenticator.connections.count,
            queued: queued.count, demands: authenticator.connections.demands,
            policyRefusal: authenticator.policyRefusal)
    }

    /// Reports the connections that were closed since the last report.
    private mutating func reportClosedConnections() {
        let refused = DescriptorReserve.refusedConnections
        if refused > refusedConnections {
            report(
                "too many connections",
                "turned away \(refused - refusedConnections) connections: this process may have only \(DescriptorReserve.limit) files open; raise the limit (ulimit -n)"
            )
            refusedConnections = refused
        }
        let overflowing = ReceivedBytes.closedConnections
        if overflowing > overflowingConnections {
            report(
                "a publisher floods the bus",
                "closed \(overflowing - overflowingConnections) connections of publishers, which sent more than the broker may keep, or messages without an end"
            )
            overflowingConnections = overflowing
        }
    }

    /// Shows a refusal in the status and, unless it is one of many, in the log.
    private mutating func report(_ title: String, _ sentence: String) {
        guard let count = ownMessages.countRefusedToLog(sentence) else { return }
        logger.warning("\(title)", metadata: ["what": "\(sentence)", "count": "\(count)"])
    }

    /// Binds the sockets of an ipc bus again when their files are gone.
    /// - Returns: The reason why the broker cannot go on; nil when it can.
    private mutating func restoreEndpoints() throws(ZeroMQError) -> String? {
        guard let endpoints = settings.endpoints else { return nil }
        switch endpoints.check() {
        case .present: return nil
        case .lost(let reason): return reason
        case .missing(let isPublish, let isSubscribe):
            do {
                if isPublish { try publishers.bind(endpoints.address.publishEndpoint) }
                if isSubscribe { try subscribers.bind(endpoints.address.subscribeEndpoint) }
            } catch {
                return "the files of \(endpoints.address) were removed, and cannot be made again: \(error)"
            }
            endpoints.record()
            let sentence = "the files of \(endpoints.address) were removed or replaced; made them again"
            ownMessages.report(sentence)
            logger.warning("\(sentence)")
            return nil
        }
    }

    /// Publishes a message from the broker itself.
    mutating func publish<Body: BusMessage>(
        _ body: Body, session: Session = .default, causes: [MessageID] = []
    ) throws(ZeroMQError) {
        offset += 1
        let stamp = Stamp(offset: offset, epoch: settings.epoch, at: WallClock.microseconds())
        guard let frames = ownMessages.frames(body, session: session, causes: causes, stamp: stamp) else { return }
        if Body.isRetained { try retain(frames, nil, isOwn: true) }
        try send(frames)
    }
}
