import Logging
import SaybusMessages
import SaybusSupport
import SaybusZeroMQ
import Synchronization

/// The part of a bus that its thread and its users share: the state, the messages in progress, and the publishing
/// socket, each behind its own lock, and the clock's offset, which is atomic.
///
/// No lock is taken while another one is held.
final class BusShared: Sendable {
    let address: BusAddress
    let endpoints: BusEndpoints
    /// The session in which the broker publishes what it refuses to this process; nil when it refuses nothing.
    let refusalSession: Session?
    let source: Source
    let run: UInt32
    /// The observer of what this process publishes; nil when nobody wants to know.
    let observer: PublicationObserver?
    let logger: Logger
    let state = Mutex(BusState())
    /// The broker's time minus that of the steady clock, in microseconds; `.min` before it is known. It is a copy of
    /// the state's clock, so that publishing does not wait for the state.
    private let clockOffset = Atomic(Int64.min)
    /// The messages that are being handled.
    let inProgress = Mutex(MessagesInProgress())
    /// The publishing socket. Its lock is separate from the state's, so that receiving does not wait for a
    /// message that is being sent.
    let publishing: Mutex<Publishing>

    init(
        address: BusAddress, endpoints: BusEndpoints, source: Source, run: UInt32, observer: PublicationObserver?,
        logger: Logger, publisher: consuming sending PublisherSocket
    ) {
        self.address = address
        self.endpoints = endpoints
        refusalSession =
            address.credentials.map { Credentials.refusalSession(publicKey: $0.publicKey) } ?? endpoints.refusalSession
        self.source = source
        self.run = run
        self.observer = observer
        self.logger = logger
        publishing = Mutex(Publishing(socket: publisher))
    }

    /// Returns the session of a process's barrier messages, which no other process and no earlier barrier uses.
    static func barrierSession(source: Source, run: UInt32, generation: Int) -> Session {
        Session(rawValue: "\(source.role).\(source.instance)".prefix(40) + ".\(run).\(generation)") ?? .default
    }

    /// The topic on which a process that has reconnected announces itself.
    static let rejoinTopic = Topic(Barrier.kind, Session(rawValue: "rejoined") ?? .default)

    /// The counters of this connection.
    var counters: StageStatus.Counters {
        let published = publishing.withLock { $0.publishedCount }
        var counters = state.withLock { $0.tracker.counters }
        counters.published = published
        return counters
    }

    /// Returns the time by the broker's clock, as Unix time in microseconds; by this machine's clock before it is
    /// known.
    func now(steady: Int64 = SteadyClock.microseconds()) -> Int64 {
        let offset = clockOffset.load(ordering: .relaxed)
        return offset == .min ? WallClock.microseconds() : steady + offset
    }

    /// Microseconds by which this machine's clock is ahead of the broker's; nil before it is known.
    var clockSkew: Int64? {
        let offset = clockOffset.load(ordering: .relaxed)
        return offset == .min ? nil : WallClock.microseconds() - SteadyClock.microseconds() - offset
    }

    /// Takes over the offset of the state's clock.
    func updateClock(_ offset: Int64?) { clockOffset.store(offset ?? .min, ordering: .relaxed) }

    // MARK: Delivering

    /// Delivers malformed frames to the subscriptions to everything.
    func deliver(_ error: MessageError) {
        let subscribers = state.withLock { $0.subscriptions.entries.values.filter(\.isForEverything) }
        deliver(.malformed(error), to: subscribers)
    }

    /// Delivers a message that this process has made to the subscriptions to its kind.
    ///
    /// Subscriptions to everything do not get it, because they are for messages from the wire.
    func deliverLocally(_ message: RawMessage) {
        let topic = message.header.topic
        let subscribers = state.withLock { $0.subscriptions.subscribers(of: topic).filter { !$0.isForEverything } }
        deliver(.message(message), to: subscribers)
    }

    /// Delivers a message or malformed frames to subscriptions, and counts the subscriptions whose buffer is
    /// full.
    /// - Returns: True when there is at least one subscription, and all of them have taken it.
    @discardableResult
    func deliver(_ received: Received, to subscribers: [SubscriptionTable.Entry]) -> Bool {
        let dropped = subscribers.count { !$0.yield(received) }
        if dropped > 0 { countDropped(dropped) }
        return dropped == 0 && !subscribers.isEmpty
    }

    /// Passes an observation to the observers, and counts those that cannot take it.
    /// - Returns: True when at least one observer has taken it.
    @discardableResult
    func show(_ observation: Observation, _ frames: [[UInt8]], to observers: [Observer]) -> Bool {
        let dropped = observers.count { !$0.show(observation, frames) }
        if dropped > 0 { countDropped(dropped) }
        return dropped < observers.count
    }

    private func countDropped(_ count: Int) {
        let (before, after) = state.withLock { state in
            state.tracker.counters.dropped += count
            return (state.tracker.counters.dropped - count, state.tracker.counters.dropped)
        }
        if before == 0 {
            logger.warning("a subscriber is too slow: messages are dropped", metadata: ["count": "\(after)"])
        }
    }

    /// Counts malformed frames, or a body that does not match its kind.
    /// - Parameter topic: The message's topic as it was received, by which its publisher can be found.
    func countMalformed(_ error: MessageError, topic: [UInt8]? = nil) {
        let count = state.withLock { $0.countMalformed(error) }
        if count.isLoggedCount {
            var metadata: Logger.Metadata = ["error": "\(error)", "count": "\(count)"]
            if let source = error.source { metadata["source"] = "\(source)" }
            if let topic { metadata["topic"] = "\(String(decoding: topic.prefix(200), as: UTF8.self).safeForTerminal)" }
            logger.warning("malformed message", metadata: metadata)
        }
    }

    // MARK: Publishing

    /// Sends a message once more, unchanged.
    func publishAgain(_ message: RawMessage) {
        publishing.withLock { publishing in
            do { try publishing.put(message) } catch {
                logger.debug("cannot send a message again", metadata: ["error": "\(error)"])
            }
        }
    }

    /// Holds states back while the publishing socket has no connection.
    func holdBackStates() { publishing.withLock { $0.holdBack() } }

    /// Sends the states that were held back.
    func releaseStates() {
        publishing.withLock { publishing in
            do { try publishing.release() } catch {
                logger.debug("cannot publish", metadata: ["error": "\(error)"])
            }
        }
    }

    /// Sends the retained messages of this process again, for a broker that lost them.
    func publishRetainedAgain() {
        publishAgain("retained state") { $0.retained.values.sorted { $0.header.id < $1.header.id } }
    }

    /// Sends the latest reports again, which other programs may have missed while the bus was unavailable.
    func publishReportsAgain() {
        publishAgain("a report") { $0.reports.messages(now: SteadyClock.microseconds()) }
    }

    /// Sends the ends of turns again that this process has ended, for a program that may have missed them.
    func publishEndsAgain(of turns: [TurnID]) {
        publishAgain("a turn's end") { $0.reports.ends(of: turns) }
    }

    /// Sends the latest answers to a message again, because its publisher has missed them or has been
    /// restarted.
    func publishAnswersAgain(to id: MessageID) {
        publishAgain("an answer") { publishing in
            publishing.reports.messages(now: SteadyClock.microseconds()).filter { $0.header.causes.contains(id) }
        }
    }

    private func publishAgain(_ what: String, _ messages: (borrowing Publishing) -> [RawMessage]) {
        publishing.withLock { publishing in
            for message in messages(publishing) {
                do { try publishing.put(message) } catch {
                    logger.warning("cannot publish \(what) again", metadata: ["error": "\(error)"])
                }
            }
        }
    }

    func publishBarrier(attempt: Int, on topic: Topic, id: MessageID) {
        send(Barrier(attempt: attempt), id: id, session: topic.session)
    }

    /// Announces that the subscriptions of this process are in effect again, and asks for the ends of turns.
    func announceRejoin(asking turns: [TurnID] = []) {
        send(
            Barrier(attempt: 0, turns: turns.isEmpty ? nil : Array(turns.suffix(Barrier.maximumTurns))),
            session: Self.rejoinTopic.session)
    }

    func publishReceipt(for header: Header) {
        send(Receipt(of: header.kind), session: header.session, turn: header.turn, causes: [header.id])
    }

    /// Publishes a message of the bus itself.
    /// - Returns: The message; nil when it cannot be published.
    @discardableResult
    func send(
        _ body: some BusMessage, id: MessageID? = nil, session: Session, turn: TurnID? = nil,
        causes: [MessageID] = []
    ) -> RawMessage? {
        let kind = type(of: body)
        var header = Header(
            id: id ?? (kind.isOncePerTurn ? turn.map { MessageID($0) } : nil) ?? MessageID(), kind: kind.kind,
            session: session, turn: turn, source: source, run: run, sequence: 0, at: now(), causes: causes)
        do {
            let bytes = try body.wire(header: &header)
            let complete = header
            let message = try publishing.withLock { publishing throws(BusError) in
                try publishing.send(complete, body: bytes)
            }
            observer?.published(body, message.header, nil)
            return message
        } catch {
            logger.debug("cannot publish", metadata: ["kind": "\(header.kind)", "error": "\(error)"])
            return nil
        }
    }

    /// Records an answer that this process has published.
    func recordAnswer(_ body: some BusMessage, _ header: Header) {
        inProgress.withLock { inProgress in
            if !inProgress.isEmpty, body.isLastWord { inProgress.answered(by: header) }
        }
    }

    // MARK: Giving up

    /// Ends the turn of a tracked message that the outbox gives up.
    func giveUp(_ action: Outbox.Action) {
        switch action {
        case .sendAgain: break
        case .expire(let message):
            let kind = message.header.kind
            let role = MessageCatalog.type(of: kind)?.delivery?.role.rawValue ?? "receiver"
            end(message.header, .expired, "no \(role) stage took \(kind) in time")
        case .abandon(let message):
            let role = MessageCatalog.type(of: message.header.kind)?.tracking?.role.rawValue ?? "receiver"
            end(
                message.header, .failed,
                "the \(role) stage that took \(message.header.kind) was lost before the turn had ended: "
                    + "what was asked for may have been done, and is not done again")
        case .overdue(let message, let reason), .refuse(let message, let reason):
            end(message.header, .failed, reason)
        }
    }

    private func end(_ header: Header, _ outcome: TurnEnded.Outcome, _ reason: String) {
        // A turn has one end: one that this process has published is published again.
        let former = header.turn.map { turn in publishing.withLock { $0.reports.ends(of: [turn]) } }
        if let former = former?.first { return publishAgain(former) }
        let count = state.withLock { $0.countGivenUp() }
        if count.isLoggedCount {
            logger.error(
                "gave up a message", metadata: ["id": "\(header.id)", "reason": "\(reason)", "count": "\(count)"])
        }
        let sent = send(
            TurnEnded(outcome: outcome, reason: reason), session: header.session, turn: header.turn, causes: [header.id]
        )
        guard let ended = sent else { return }
        // Without a broker it does not return to this process, whose readers may wait for the turn.
        let isAlone = state.withLock { state in
            guard !state.isConnected else { return false }
            return state.tracker.receiveOwn(ended.header)
        }
        if isAlone { deliverLocally(ended) }
    }

    // MARK: Ending

    /// Removes a tracked message whose answer is not awaited any more.
    func withdraw(_ message: MessageID) {
        state.withLock { $0.outbox.answered([message]) }
        resumeIfSettled()
    }

    /// Resumes the tasks that wait in ``Bus/settled()`` if no tracked message waits for an answer.
    func resumeIfSettled() {
        for continuation in state.withLock({ $0.takeSettled() }) { continuation.finish() }
    }

    /// Ends all subscriptions, observers and waits, when the bus is closed.
    func finishAll() {
        let (waiters, subscriptions, observers) = state.withLock { $0.close() }
        for continuation in waiters { continuation.finish() }
        for entry in subscriptions { entry.finish() }
        for entry in observers { entry.finish() }
    }
}
