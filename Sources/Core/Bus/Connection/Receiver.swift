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
        case close
    }

    /// The most messages received before commands and timers are handled.
    private static let burst = 512
    /// The most messages received before tasks on this thread are run.
    private static let batch = 16

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
        var state = ReceiverState(
            source: shared.source, run: shared.run,
            connection: ConnectionStateMachine(credentials: shared.address.credentials))
        do {
            try subscriber.subscribe(BusShared.rejoinTopic.bytes)
            while true {
                var items = [
                    wakeUp.pollItem, subscriber.pollItem(.readable), subscriberMonitor.pollItem(),
                    publisherMonitor.pollItem(),
                ]
                executor.runAll()
                let (outboxDue, clockDue) = shared.state.withLock { ($0.outbox.nextDue, $0.clock.measurementDue) }
                let now = SteadyClock.microseconds()
                let timeout = state.timeout(outboxDue: outboxDue, clockDue: clockDue, now: now)
                state.standstill.willSleep(at: now, for: timeout)
                try poll(&items, milliseconds: timeout)
                state.standstill.didWake(at: SteadyClock.microseconds())
                executor.markAwake()
                if items[0].happened.contains(.readable) { try handleCommands(&subscriber, &isClosing, &state) }
                if isClosing, !awaitsBroker(&state) { return nil }
                // Monitors are read only when they are readable, because asking an idle socket costs a
                // microsecond a message.
                if items[2].happened.contains(.readable) { try handleSubscriberEvents(&subscriberMonitor, &state) }
                if items[3].happened.contains(.readable) { try handlePublisherEvents(&publisherMonitor, &state) }
                if state.needsBarrier {
                    let old = state.barrierTopic
                    state.renewBarrier()
                    try subscriber.subscribe(state.barrierTopic.bytes)
                    try subscriber.unsubscribe(old.bytes)
                }
                // A lost connection is replaced after all messages that it delivered have been read.
                if try receiveBurst(&subscriber, &state) {
                    let sides = state.connection.takeReconnections(now: SteadyClock.microseconds())
                    try reconnect(sides, &subscriber, &state)
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

    private func handleCommands(
        _ subscriber: inout SubscriberSocket, _ isClosing: inout Bool, _ state: inout ReceiverState
    ) throws(ZeroMQError) {
        wakeUp.clear()
        for command in takeCommands() {
            switch command {
            case .subscribe(let prefixes):
                for prefix in prefixes { try subscriber.subscribe(prefix) }
                recordInterruption(of: prefixes, unlessCoveredBy: state.refusals)
                state.refusals.subscribed(prefixes)
            case .unsubscribe(let prefixes):
                for prefix in prefixes { try subscriber.unsubscribe(prefix) }
                state.refusals.unsubscribed(prefixes)
            case .barrier(_, let continuation, _) where isClosing:
                continuation.resume(throwing: BusError(.closed, "the bus has been closed"))
            case .barrier(let id, let continuation, let until):
                state.wait(.init(id: id, continuation: continuation, until: until))
            case .cancelBarrier(let id): state.cancel(id)
            case .reconsider: break
            case .close: isClosing = true
            }
        }
    }

    /// Records that the topics of new subscriptions were not subscribed to until now: the numbers of what was published
    /// meanwhile are missing, and nothing is lost.
    private func recordInterruption(of prefixes: [[UInt8]], unlessCoveredBy subscriptions: RefusedSubscriptions) {
        guard subscriptions.mayResume(prefixes) else { return }
        shared.state.withLock { state in
            state.tracker.interrupt { topic in
                let bytes = topic.bytes
                return prefixes.contains { bytes.starts(with: $0) } && !subscriptions.covers(bytes)
            }
        }
    }

    /// Delivers the messages that wait, at most ``burst``, and runs the tasks that waited for them.
    /// - Returns: Whether no more wait.
    private func receiveBurst(
        _ subscriber: inout SubscriberSocket, _ state: inout ReceiverState
    ) throws(ZeroMQError) -> Bool {
        var isDrained = false
        var received = 0
        for _ in 0..<Self.burst {
            guard let frames = try subscriber.receive() else {
                isDrained = true
                break
            }
            deliver(frames, &state)
            received += 1
            // Tasks on this thread that waited for a message continue first, but several messages that wait in
            // the socket reach their readers together, which then see that they are behind.
            if received % Self.batch == 0 { executor.runWaiting() }
        }
        executor.runWaiting()
        return isDrained
    }

    /// Returns whether the bus, which is to be closed, still waits for the broker to read what was published.
    private func awaitsBroker(_ state: inout ReceiverState) -> Bool {
        let now = SteadyClock.microseconds()
        if state.lastBarrier == nil {
            guard let id = state.beginClosing(now: now) else { return false }
            guard shared.publishing.withLock({ $0.hasMessages }) else { return false }
            shared.publishBarrier(attempt: 0, on: state.barrierTopic, id: id)
        }
        return state.awaitsLastBarrier(now: now)
    }

    private func publishBarrier(attempt: Int, _ state: inout ReceiverState) {
        let id = MessageID()
        state.probes.add(id, steady: SteadyClock.microseconds())
        shared.publishBarrier(attempt: attempt, on: state.barrierTopic, id: id)
    }

    func perform(_ action: Outbox.Action) {
        guard case .sendAgain(let message) = action else { return shared.giveUp(action) }
        shared.state.withLock { $0.tracker.counters.retried += 1 }
        shared.publishAgain(message)
    }

    private func tick(_ state: inout ReceiverState) {
        let (now, wall) = (SteadyClock.microseconds(), WallClock.microseconds())
        if state.barrierIsDue(now: now) {
            publishBarrier(attempt: state.nextAttempt(now: now), &state)
        }
        state.expireWaiters(now: now)
        for reason in state.refusalLog.takeDue(now: now) { logRefusal(reason) }
        if let turns = state.reportRequests.take(now: now) {
            shared.publishReportsAgain()
            if !turns.isEmpty { shared.publishEndsAgain(of: turns) }
        }
        let isBehind = state.standstill.isBehind(at: now)
        if let monitor = state.rejoinMonitor, monitor.due <= now, !isBehind {
            state.rejoinMonitor = nil
            reportMissing(monitor)
        }
        let (actions, measures) = shared.state.withLock { bus in
            bus.clock.look(wall: wall, steady: now)
            let measures = (bus.clock.measurementDue ?? .max) <= now && state.connection.isUp
            if measures { bus.clock.measuring(steady: now) }
            let isDue = (bus.outbox.nextDue ?? .max) <= now
            return (isDue ? bus.outbox.tick(now: now, isBehind: isBehind) : [], measures)
        }
        // A barrier of this process that confirms nothing: only its return counts.
        if measures { publishBarrier(attempt: 0, &state) }
        for action in actions { perform(action) }
        if !actions.isEmpty { shared.resumeIfSettled() }
    }
}
