import Logging
import SaybusMessages
import SaybusZeroMQ
import Synchronization

/// What the bus's thread and its users share, each part behind its own lock. No lock is taken while another is held.
final class BusShared: Sendable {
    let address: BusAddress
    let source: Source
    let run: UInt32
    let logger: Logger
    let publishing: Mutex<Publishing>
    let table = Mutex(SubscriptionTable())
    let observers = Mutex(Observers())
    /// Whether there has ever been one: without, no message pays for the lock.
    let hasObservers = Atomic<Bool>(false)
    let inbox = Mutex(ReceiveTracker())
    let outbox = Mutex(Outbox())
    let presence = Mutex(Presence())
    let deadlines = Mutex(DeadlineClock())
    /// What the broker's policy has refused us last.
    let refusal = Mutex<String?>(nil)
    /// Who waits until nothing waits for an answer: see ``Bus/settled()``.
    let awaitingAnswers = Mutex<[AsyncStream<Void>.Continuation]>([])
    /// How many of our messages have been given up.
    private let givenUp = Atomic(0)
    /// Whether repetitions are answered: see ``Bus/sendsReceipts``.
    let sendsReceipts = Atomic(true)

    init(
        address: BusAddress, source: Source, run: UInt32, logger: Logger, publisher: consuming sending PublisherSocket
    ) {
        self.address = address
        self.source = source
        self.run = run
        self.logger = logger
        publishing = Mutex(Publishing(socket: publisher, source: source, run: run))
    }

    static func barrierSession(source: Source, run: UInt32, generation: Int) -> Session {
        Session(rawValue: "\(source.role).\(source.instance)".prefix(40) + ".\(run).\(generation)") ?? .default
    }

    /// Where those who have come back to the bus say so.
    static let rejoinTopic = Topic(Barrier.kind, Session(rawValue: "rejoined") ?? .default)

    /// Microseconds until a deadline; negative when it has passed.
    func remaining(to deadline: Int64) -> Int64 {
        deadlines.withLock {
            $0.remaining(to: deadline, wall: WallClock.microseconds(), steady: SteadyClock.microseconds())
        }
    }

    /// Hands something to every subscription that wants it, and counts what finds its buffer full.
    /// - Parameter isStale: Whether it came too late for its purpose: then it is only for those who take everything.
    /// - Returns: Whether all who want it have it, and anybody does.
    @discardableResult
    func hand(_ received: Received, isStale: Bool = false) -> Bool {
        let entries: [SubscriptionTable.Entry] = table.withLock { table in
            switch received {
            case .message(let message):
                let topic = message.header.topic
                return table.entries.values.filter { $0.wants(topic) && (!isStale || $0.takesMalformed) }
            case .malformed: return table.entries.values.filter(\.takesMalformed)
            }
        }
        return hand(received, to: entries)
    }

    /// Hands a message that was made here to those who have asked for its kind by name; who takes everything wants what was on the wire.
    func handToNamed(_ message: RawMessage) {
        let topic = message.header.topic
        hand(
            .message(message),
            to: table.withLock { $0.entries.values.filter { $0.interests != nil && $0.wants(topic) } })
    }

    @discardableResult
    private func hand(_ received: Received, to entries: [SubscriptionTable.Entry]) -> Bool {
        let dropped = entries.count { !$0.yield(received) }
        if dropped > 0 { countDropped(dropped) }
        return dropped == 0 && !entries.isEmpty
    }

    /// Shows a message, or what is none, to those who watch everything.
    /// - Returns: Whether anybody has it now.
    @discardableResult
    func show(_ observation: Observation, _ frames: [[UInt8]]) -> Bool {
        guard hasObservers.load(ordering: .acquiring) else { return false }
        let observers = observers.withLock { $0.all }
        let dropped = observers.count { !$0.show(observation, frames) }
        if dropped > 0 { countDropped(dropped) }
        return dropped < observers.count
    }

    func countDropped(_ count: Int) {
        let (before, after) = inbox.withLock { inbox in
            inbox.counters.dropped += count
            return (inbox.counters.dropped - count, inbox.counters.dropped)
        }
        if before == 0 { logger.warning("a reader is too slow: messages are dropped", metadata: ["count": "\(after)"]) }
    }

    func countMalformed(_ error: MessageError) {
        let count = inbox.withLock { inbox in
            inbox.counters.malformed += 1
            return inbox.counters.malformed
        }
        if count & (count - 1) == 0 {  // 1, 2, 4, 8, …: a flood of garbage must not flood the log.
            logger.warning("malformed message", metadata: ["error": "\(error)", "count": "\(count)"])
        }
    }

    func publishAgain(_ message: RawMessage) {
        publishing.withLock { publishing in
            do { try publishing.put(message) } catch {
                logger.debug("cannot send again", metadata: ["error": "\(error)"])
            }
        }
    }

    func publishRetainedAgain() {
        publishing.withLock { publishing in
            for message in publishing.retained.values.sorted(by: { $0.header.id < $1.header.id }) {
                do { try publishing.put(message) } catch {
                    logger.warning("cannot publish retained state again", metadata: ["error": "\(error)"])
                }
            }
        }
    }

    /// Says again what others may be waiting for and did not hear while the bus was away.
    func publishReportsAgain() {
        publishing.withLock { publishing in
            for message in publishing.reports.messages(now: SteadyClock.microseconds()) {
                do { try publishing.put(message) } catch {
                    logger.warning("cannot publish a report again", metadata: ["error": "\(error)"])
                }
            }
        }
    }

    /// Says again what lately answered a message: its publisher has missed it, or has been started anew.
    func publishAnswersAgain(to id: MessageID) {
        publishing.withLock { publishing in
            for message in publishing.reports.messages(now: SteadyClock.microseconds())
            where message.header.causes.contains(id) {
                do { try publishing.put(message) } catch {
                    logger.warning("cannot publish an answer again", metadata: ["error": "\(error)"])
                }
            }
        }
    }

    func publishBarrier(attempt: Int, on topic: Topic) {
        send(Barrier(attempt: attempt), session: topic.session)
    }

    /// Tells all who hear it that our subscriptions stand again.
    func announceRejoin() { send(Barrier(attempt: 0), session: Self.rejoinTopic.session) }

    func publishReceipt(for header: Header) {
        send(Receipt(of: header.kind), session: header.session, turn: header.turn, causes: [header.id])
    }

    /// Does what the outbox says of a message that leaves it unanswered.
    func giveUp(_ action: Outbox.Action) {
        switch action {
        case .sendAgain: break
        case .expire(let message): expired(message)
        case .abandon(let message): abandoned(message)
        case .refuse(let message, let reason): refused(message, because: reason)
        }
    }

    /// A tracked message found no taker: its turn, if it has one, ends here and says so.
    private func expired(_ message: RawMessage) {
        let header = message.header
        let role = MessageCatalog.type(of: header.kind)?.delivery?.role ?? "receiver"
        let reason = "no \(role) stage took \(header.kind) in time"
        end(header, .expired, reason)
    }

    /// The broker does not pass a tracked message on: its turn, if it has one, ends here and says so.
    private func refused(_ message: RawMessage, because reason: String) {
        end(message.header, .failed, reason)
    }

    /// A tracked message was taken by somebody who was lost, and no successor has ended its turn.
    private func abandoned(_ message: RawMessage) {
        let header = message.header
        let role = MessageCatalog.type(of: header.kind)?.tracking?.role ?? "receiver"
        let reason =
            "the \(role) stage that took \(header.kind) was lost before the turn had ended: what was asked for may have been done, "
            + "and is not done again"
        end(header, .failed, reason)
    }

    private func end(_ header: Header, _ outcome: TurnEnded.Outcome, _ reason: String) {
        let count = givenUp.wrappingAdd(1, ordering: .relaxed).newValue
        if count & (count - 1) == 0 {  // 1, 2, 4, 8, …: a flood must not flood the log.
            logger.error(
                "message given up", metadata: ["id": "\(header.id)", "reason": "\(reason)", "count": "\(count)"])
        }
        send(
            TurnEnded(outcome: outcome, reason: reason), session: header.session, turn: header.turn, causes: [header.id]
        )
    }

    private func send(
        _ body: some BusMessage, session: Session, turn: TurnID? = nil, causes: [MessageID] = []
    ) {
        let kind = type(of: body)
        var header = Header(
            id: kind.isOncePerTurn ? turn.map { MessageID($0) } ?? MessageID() : MessageID(), kind: kind.kind,
            session: session, turn: turn, source: source, run: run, sequence: 0,
            causes: causes)
        do {
            let bytes = try body.wire(header: &header)
            let complete = header
            try publishing.withLock { publishing throws(BusError) in _ = try publishing.send(complete, body: bytes) }
        } catch {
            logger.debug("cannot publish", metadata: ["kind": "\(header.kind)", "error": "\(error)"])
        }
    }

    /// Lets those go who wait until nothing waits for an answer, if so.
    func tellIfSettled() {
        guard outbox.withLock({ $0.count }) == 0 else { return }
        let waiting = awaitingAnswers.withLock { waiting in
            defer { waiting = [] }
            return waiting
        }
        for continuation in waiting { continuation.finish() }
    }

    func finishAll() {
        for continuation in awaitingAnswers.withLock({ $0 }) { continuation.finish() }
        for entry in table.withLock({ $0.close() }) { entry.finish() }
        for entry in observers.withLock({ $0.close() }) { entry.finish() }
    }
}
