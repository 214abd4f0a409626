import Logging
import SaybusMessages
import SaybusZeroMQ
import Synchronization

/// The work of the bus's own thread, which owns the subscriber socket, delivers messages, confirms
/// subscriptions with barriers, and retransmits unanswered tracked messages.
final class Receiver: Sendable {
    /// A request from another thread to the bus's thread.
    enum Command: Sendable {
        case subscribe([[UInt8]])
        case unsubscribe([[UInt8]])
        case barrier(MessageID, CheckedContinuation<Void, any Error>, until: Int64)
        case cancelBarrier(MessageID)
        /// Check the outbox, in which a message is due sooner than before.
        case reconsider
        case repeatReports
        case close
    }

    /// Microseconds between two attempts of a barrier that has not returned.
    static let barrierInterval: Int64 = 10_000
    /// The most messages received before commands and timers get their turn.
    private static let burst = 512

    let shared: BusShared
    private let commands = Mutex<[Command]>([])
    private let wakeUp: WakeUp
    let executor: BusExecutor

    init(shared: BusShared) throws(ZeroMQError) {
        self.shared = shared
        wakeUp = try WakeUp()
        executor = BusExecutor(wakeUp: wakeUp)
    }

    /// Sends a command to the thread.
    func post(_ command: Command) {
        commands.withLock { $0.append(command) }
        wakeUp.signal()
    }

    private func takeCommands() -> [Command] {
        commands.withLock { commands in
            defer { commands = [] }
            return commands
        }
    }

    /// Fails the barriers that were requested after the thread had ended.
    func refuseLeftOver() {
        for case .barrier(_, let continuation, _) in takeCommands() {
            continuation.resume(throwing: BusError(.closed, "the bus has been closed"))
        }
    }

    /// Runs the thread's loop until the bus is closed or the transport fails.
    /// - Returns: The failure; nil when the bus was closed.
    func run(
        subscriber: consuming SubscriberSocket, subscriberMonitor: consuming MonitorSocket,
        publisherMonitor: consuming MonitorSocket
    ) -> BusError? {
        var subscriber = subscriber
        var subscriberMonitor = subscriberMonitor
        var publisherMonitor = publisherMonitor
        var isClosing = false
        var hasRejoinTopic = false
        var state = ReceiverState(
            source: shared.source, run: shared.run,
            connection: ConnectionStateMachine(credentials: shared.address.credentials))
        do {
            while true {
                var items = [
                    wakeUp.pollItem, subscriber.pollItem(.readable), subscriberMonitor.pollItem(),
                    publisherMonitor.pollItem(),
                ]
                executor.runAll()
                let outboxDue = shared.state.withLock { $0.outbox.nextDue }
                try poll(&items, milliseconds: state.timeout(outboxDue: outboxDue, now: SteadyClock.microseconds()))
                executor.awake()
                if items[0].happened.contains(.readable) {
                    wakeUp.clear()
                    for command in takeCommands() {
                        switch command {
                        case .subscribe(let prefixes):
                            for prefix in prefixes { try subscriber.subscribe(prefix) }
                            state.refusals.subscribed(prefixes)
                        case .unsubscribe(let prefixes):
                            for prefix in prefixes { try subscriber.unsubscribe(prefix) }
                            state.refusals.unsubscribed(prefixes)
                        case .barrier(let id, let continuation, let until):
                            state.wait(.init(id: id, continuation: continuation, until: until))
                        case .cancelBarrier(let id): state.cancel(id)
                        case .reconsider: break
                        case .repeatReports: state.followsRejoins = true
                        case .close: isClosing = true
                        }
                    }
                }
                if isClosing {
                    state.fail(BusError(.closed, "the bus has been closed"))
                    return nil
                }
                // Monitors are read only when they are readable, because asking an idle socket costs a
                // microsecond a message.
                if items[2].happened.contains(.readable) {
                    while let event = try subscriberMonitor.receive() {
                        if event.kind == .ready { state.connected() }
                        // A new connection transmits all subscriptions in an arbitrary order, so the
                        // barrier's own subscription is made again after all others.
                        if event.kind == .ready, state.isProving { state.startBarrier() }
                        perform(state.connection.subscriber(event), &state)
                    }
                }
                if items[3].happened.contains(.readable) {
                    while let event = try publisherMonitor.receive() {
                        perform(state.connection.publisher(event), &state)
                    }
                }
                if state.followsRejoins, !hasRejoinTopic {
                    try subscriber.subscribe(BusShared.rejoinTopic.bytes)
                    hasRejoinTopic = true
                }
                if state.needsBarrier {
                    let old = state.barrierTopic
                    state.renewBarrier()
                    try subscriber.subscribe(state.barrierTopic.bytes)
                    try subscriber.unsubscribe(old.bytes)
                }
                var isDrained = false
                for _ in 0..<Self.burst {
                    guard let frames = try subscriber.receive() else {
                        isDrained = true
                        break
                    }
                    deliver(frames, &state)
                    // Tasks on this thread that waited for the message continue first.
                    executor.runWaiting()
                }
                // What a lost connection has delivered is read before it is replaced.
                if isDrained {
                    try reconnect(state.connection.takeReconnections(now: SteadyClock.microseconds()), &subscriber)
                }
                tick(&state)
            }
        } catch {
            let failure = BusError(.transport, "the bus connection failed: \(error)")
            state.fail(failure)
            shared.logger.error("the bus connection failed", metadata: ["error": "\(error)"])
            return failure
        }
    }

    /// Connects the sides again that libzmq does not connect again by itself.
    private func reconnect(
        _ sides: [ConnectionStateMachine.Side], _ subscriber: inout SubscriberSocket
    ) throws(ZeroMQError) {
        for side in sides {
            switch side {
            case .publisher:
                try shared.publishing.withLock { publishing throws(ZeroMQError) in
                    try publishing.reconnect(shared.address.publishEndpoint)
                }
            case .subscriber: try subscriber.reconnect(shared.address.subscribeEndpoint)
            }
        }
    }

    private func deliver(_ frames: [[UInt8]], _ state: inout ReceiverState) {
        let message: RawMessage
        do {
            message = try RawMessage(frames: frames)
        } catch {
            shared.countMalformed(error)
            shared.show(.malformed(error), frames, to: shared.state.withLock { $0.observers.all })
            shared.deliver(error)
            return
        }
        let header = message.header
        if header.kind == Barrier.kind {
            let topic = header.topic
            if topic == state.barrierTopic {
                if state.barrierReturned(), state.isRejoining { rejoined(&state) }
                return
            }
            if topic == BusShared.rejoinTopic, header.run != shared.run { state.reportsAreDue = true }
        }
        if header.kind == Refusal.kind, state.connection.usesKeys { handleRefusal(message, &state) }
        let (wall, steady) = (WallClock.microseconds(), SteadyClock.microseconds())
        let arrival = shared.state.withLock { $0.receive(message, wall: wall, steady: steady) }
        for waiter in arrival.settled { waiter.finish() }
        let isShown = shared.show(
            .message(message, Observation.Treatment(arrival.verdict)), frames, to: arrival.observers)
        switch arrival.verdict {
        case .deliver:
            if header.kind == StageStatus.kind, let status = try? message.decode(StageStatus.self) {
                state.rejoinMonitor?.receive(status.body)
                updatePresence(status)
            }
            let isTaken = shared.deliver(.message(message), to: arrival.subscribers)
            // A tracked message for which there was no reader, or no room, is delivered when its publisher
            // sends it again.
            if !isTaken, !isShown, MessageCatalog.type(of: header.kind)?.tracking != nil {
                shared.state.withLock { $0.tracker.forget(header.id) }
            }
        case .stale:
            let count = arrival.staleCount
            if count & (count - 1) == 0 {  // 1, 2, 4, 8, …: a flood must not flood the log.
                shared.logger.notice(
                    "stale message left alone",
                    metadata: ["id": "\(header.id)", "kind": "\(header.kind)", "count": "\(count)"])
            }
            shared.deliver(.message(message), to: arrival.subscribers)
        case .repeated(let isTracked):
            // The publisher has missed the answer. Only a stage of the role that has to answer sends a
            // receipt; observers do not.
            let role = MessageCatalog.type(of: header.kind)?.delivery?.role
            if isTracked, header.source != shared.source, role == shared.source.role, arrival.sendsReceipts {
                shared.publishReceipt(for: header)
                shared.publishAnswersAgain(to: header.id)
            }
        }
    }

    private func perform(_ action: ConnectionStateMachine.Action, _ state: inout ReceiverState) {
        switch action {
        case .nothing: break
        case .lost:
            // The broker repeats its refusals to a peer that reconnects.
            state.refusals.reset()
            state.rejoinMonitor = nil
            shared.state.withLock { state in
                state.outbox.forgetRefusals()
                state.refusal = nil
            }
        case .rejoin:
            shared.state.withLock { $0.refusal = nil }
            state.isRejoining = true
            // This is set before this process's own barrier: a peer that reconnects later announces itself,
            // and a peer that reconnected sooner receives the reports that follow the barrier.
            state.followsRejoins = true
            state.startBarrier()
        case .refused(let reason):
            shared.state.withLock { $0.refusal = reason }
            if state.shouldLog(refusal: reason, now: SteadyClock.microseconds()) { logRefusal(reason) }
            state.fail(BusError(.refused, reason))
        }
    }

    func logRefusal(_ reason: String) {
        shared.logger.error("the broker refuses us", metadata: ["reason": "\(reason)"])
    }

    func perform(_ action: Outbox.Action) {
        guard case .sendAgain(let message) = action else { return shared.giveUp(action) }
        shared.state.withLock { $0.tracker.counters.retried += 1 }
        shared.publishAgain(message)
    }

    private func tick(_ state: inout ReceiverState) {
        let now = SteadyClock.microseconds()
        if state.barrierIsDue(now: now) {
            shared.publishBarrier(attempt: state.nextAttempt(now: now), on: state.barrierTopic)
        }
        state.expireWaiters(now: now)
        for reason in state.takeUnreported(now: now) { logRefusal(reason) }
        if state.reportsAreDue {
            state.reportsAreDue = false
            shared.publishReportsAgain()
        }
        if let monitor = state.rejoinMonitor, monitor.due <= now {
            state.rejoinMonitor = nil
            reportMissing(monitor)
        }
        let actions = shared.state.withLock { ($0.outbox.nextDue ?? .max) <= now ? $0.outbox.tick(now: now) : [] }
        for action in actions { perform(action) }
        if !actions.isEmpty { shared.resumeIfSettled() }
    }
}
