import Logging
import SaybusMessages
import SaybusZeroMQ
import Synchronization

/// The bus's own thread: owns the subscriber socket, delivers, answers barriers, sends again what nobody answered.
final class Receiver: Sendable {
    /// What other threads ask of this one.
    enum Command: Sendable {
        case subscribe([[UInt8]])
        case unsubscribe([[UInt8]])
        case barrier(MessageID, CheckedContinuation<Void, any Error>, until: Int64)
        case cancelBarrier(MessageID)
        case reconsider
        case repeatReports
        case close
    }

    /// Lets those go who asked after the thread had ended.
    func refuseLeftOver() {
        let left = commands.withLock { commands in
            defer { commands = [] }
            return commands
        }
        for case .barrier(_, let continuation, _) in left {
            continuation.resume(throwing: BusError(.closed, "the bus has been closed"))
        }
    }

    /// How often a barrier is sent while it has not come back.
    static let barrierPause: Int64 = 10_000

    let shared: BusShared
    private let commands = Mutex<[Command]>([])
    private let wakeUp: WakeUp
    let executor: BusExecutor

    init(shared: BusShared) throws(ZeroMQError) {
        self.shared = shared
        wakeUp = try WakeUp()
        executor = BusExecutor(wakeUp: wakeUp)
    }

    func post(_ command: Command) {
        commands.withLock { $0.append(command) }
        wakeUp.signal()
    }

    /// The thread's body.
    /// - Returns: Why it ended though nobody told it to; nil when it was told.
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
            link: ConnectionStateMachine(credentials: shared.address.credentials))
        do {
            while true {
                var items = [
                    wakeUp.pollItem, subscriber.pollItem(.readable), subscriberMonitor.pollItem(),
                    publisherMonitor.pollItem(),
                ]
                executor.runAll()
                let outboxDue = shared.outbox.withLock { $0.nextDue }
                try poll(&items, milliseconds: state.pause(outboxDue: outboxDue, now: SteadyClock.microseconds()))
                executor.awake()
                if items[0].happened.contains(.readable) {
                    wakeUp.clear()
                    for command in commands.withLock({ commands in
                        defer { commands = [] }
                        return commands
                    }) {
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
                        case .repeatReports: state.hearsRejoins = true
                        case .close: isClosing = true
                        }
                    }
                }
                if isClosing {
                    state.fail(BusError(.closed, "the bus has been closed"))
                    return nil
                }
                // Asking an idle socket costs a microsecond, which every message would pay for.
                if items[2].happened.contains(.readable) {
                    while let event = try subscriberMonitor.receive() {
                        if event.kind == .ready { state.letIn() }
                        // A new connection is told of all subscriptions in no certain order: what proves them comes after.
                        if event.kind == .ready, state.isProving {
                            try subscriber.catchUp()
                            state.startBarrier()
                        }
                        perform(state.link.subscriber(event), &state)
                    }
                }
                if items[3].happened.contains(.readable) {
                    while let event = try publisherMonitor.receive() { perform(state.link.publisher(event), &state) }
                }
                try reconnect(state.link.takeRefused(now: SteadyClock.microseconds()), &subscriber)
                if state.hearsRejoins, !hasRejoinTopic {
                    try subscriber.subscribe(BusShared.rejoinTopic.bytes)
                    hasRejoinTopic = true
                }
                if state.needsBarrier {
                    let old = state.barrierTopic
                    state.renewBarrier()
                    try subscriber.subscribe(state.barrierTopic.bytes)
                    try subscriber.unsubscribe(old.bytes)
                }
                // At most so many at once, so that timers and commands get their turn in a flood.
                for _ in 0..<512 {
                    guard let frames = try subscriber.receive() else { break }
                    deliver(frames, &state)
                    // Who waits for it on this thread goes on before anything else is done.
                    executor.runWaiting()
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

    private func deliver(_ frames: [[UInt8]], _ state: inout ReceiverState) {
        let message: RawMessage
        do {
            message = try RawMessage(frames: frames)
        } catch {
            shared.countMalformed(error)
            shared.show(.malformed(error), frames)
            shared.hand(.malformed(error))
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
        if header.kind == Refusal.kind {
            // It names what it refuses, and is no answer to it.
            if state.link.hasKey { noteRefusal(message, &state) }
        } else if !header.kind.isShadow, !header.causes.isEmpty || header.kind == TurnEnded.kind {
            shared.outbox.withLock { $0.answered(by: header, now: SteadyClock.microseconds()) }
            shared.tellIfSettled()
        }
        let isStale = header.deadline.map { shared.remaining(to: $0) < 0 } ?? false
        let verdict = shared.inbox.withLock { $0.note(message, isStale: isStale) }
        let isShown = shared.show(.message(message, Observation.Treatment(verdict)), frames)
        switch verdict {
        case .deliver:
            if header.kind == StageStatus.kind, let status = try? message.decode(StageStatus.self) {
                state.rollCall?.heard(of: status.body)
                notePresence(status)
            }
            let isTaken = shared.hand(.message(message))
            // What found no room, or nobody who still reads, is delivered when its publisher sends it again.
            if !isTaken, !isShown, MessageCatalog.type(of: header.kind)?.tracking != nil {
                shared.inbox.withLock { $0.forget(header.id) }
            }
        case .stale:
            let count = shared.inbox.withLock { $0.counters.stale }
            if count & (count - 1) == 0 {  // 1, 2, 4, 8, …: a flood must not flood the log.
                shared.logger.notice(
                    "stale message left alone",
                    metadata: ["id": "\(header.id)", "kind": "\(header.kind)", "count": "\(count)"])
            }
            shared.hand(.message(message), isStale: true)
        case .repeated(let isTracked):
            // Its publisher has missed our answer: this one is short and sure. Only those who have to answer do, never those who watch.
            let role = MessageCatalog.type(of: header.kind)?.delivery?.role
            if isTracked, header.source != shared.source, role == shared.source.role,
                shared.sendsReceipts.load(ordering: .acquiring)
            {
                shared.publishReceipt(for: header)
                shared.publishAnswersAgain(to: header.id)
            }
        }
    }

    private func perform(_ action: ConnectionStateMachine.Action, _ state: inout ReceiverState) {
        switch action {
        case .nothing: break
        case .lost:
            // What is refused is told again to who comes back.
            state.refusals.forget()
            state.rollCall = nil
            shared.outbox.withLock { $0.forgetRefusals() }
            shared.refusal.withLock { $0 = nil }
        case .rejoin:
            shared.refusal.withLock { $0 = nil }
            state.isRejoining = true
            // Before our own barrier: who comes back later than that tells us, and who came back sooner hears us.
            state.hearsRejoins = true
            state.startBarrier()
        case .refused(let reason):
            shared.refusal.withLock { $0 = reason }
            if state.refused(reason, now: SteadyClock.microseconds()) { logRefusal(reason) }
            state.fail(BusError(.refused, reason))
        }
    }

    func logRefusal(_ reason: String) {
        shared.logger.error("the broker refuses us", metadata: ["reason": "\(reason)"])
    }

    func perform(_ action: Outbox.Action) {
        guard case .sendAgain(let message) = action else { return shared.giveUp(action) }
        shared.inbox.withLock { $0.counters.retried += 1 }
        shared.publishAgain(message)
    }

    private func tick(_ state: inout ReceiverState) {
        let now = SteadyClock.microseconds()
        if state.barrierIsDue(now: now) {
            shared.publishBarrier(attempt: state.nextAttempt(now: now), on: state.barrierTopic)
        }
        state.expireWaiters(now: now)
        for reason in state.takeUntold(now: now) { logRefusal(reason) }
        if state.reportsAreDue {
            state.reportsAreDue = false
            shared.publishReportsAgain()
        }
        if let rollCall = state.rollCall, rollCall.due <= now {
            state.rollCall = nil
            endRollCall(rollCall)
        }
        let actions = shared.outbox.withLock { ($0.nextDue ?? .max) <= now ? $0.tick(now: now) : [] }
        for action in actions { perform(action) }
        if !actions.isEmpty { shared.tellIfSettled() }
    }
}
