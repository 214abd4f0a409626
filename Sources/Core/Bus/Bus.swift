import Glibc
import Logging
import SaybusMessages
import SaybusSupport
import SaybusZeroMQ
import Synchronization

/// A connection to the bus: typed publish and subscribe.
///
/// ```swift
/// let bus = try Bus(at: BusAddress.chosen(nil), as: Source(role: "intent", instance: "mine")!)
/// let transcripts = bus.subscribe(SpeechTranscript.self)
/// try await bus.ready()
/// for try await transcript in transcripts {
///     try bus.publish(SpeechIntent(text: transcript.body.text, hypotheses: [], engine: "mine"), answering: transcript.header)
/// }
/// ```
///
/// Subscribe to everything first, then wait for ``ready(within:)``: what is published by anybody after that arrives here, or is counted as lost.
public final class Bus: Sendable {
    /// How many messages a subscription keeps for a slow reader.
    public static let defaultBuffer = 4096

    /// Where the bus is.
    public let address: BusAddress
    let shared: BusShared
    private let shadows: Bool
    let receiver: Receiver
    private let thread: WorkerThread
    private let ending: CompletionLatch
    /// The kinds listened for on behalf of the tracked ones, and the tracked ones themselves.
    private let answerKinds: Set<Kind>
    private let trackedKinds: Set<Kind>

    /// Connects; returns at once, whether or not a broker is there: see ``ready(within:)``.
    /// - Parameters:
    ///   - address: Where the broker is or will be.
    ///   - source: Who we are, unique on the bus.
    ///   - tracking: The tracked kinds that will be published here; their answers are listened for.
    ///   - coverage: The sessions in which they will be published.
    ///   - isShadow: Whether to publish under shadow kinds, on which nobody acts; the role should then be one that nobody waits for.
    ///   - logger: Where losses, refusals and failures are told.
    public init(
        at address: BusAddress, as source: Source, tracking: [any BusMessage.Type] = [],
        coverage: SessionScope = .all, isShadow: Bool = false, logger: Logger = Logger(label: "saybus.bus")
    ) throws(BusError) {
        try Self.checkOwner(of: address)
        self.address = address
        do {
            let context = try Context()
            let pair = try address.credentials?.pair
            var publisher = try PublisherSocket(context)
            try Self.configure(&publisher, address)
            let publisherMonitor = try publisher.monitor()
            var subscriber = try SubscriberSocket(context)
            try Self.configure(&subscriber, address)
            try subscriber.set(.immediate)
            if let pair, let serverKey = address.credentials?.serverKey {
                try publisher.set(.curveClient(serverKey: serverKey, keys: pair))
                try subscriber.set(.curveClient(serverKey: serverKey, keys: pair))
            }
            let subscriberMonitor = try subscriber.monitor()
            try subscriber.connect(address.subscribeEndpoint)
            try publisher.connect(address.publishEndpoint)
            let shared = BusShared(
                address: address, source: source, run: UInt32.random(in: 1...UInt32.max), logger: logger,
                publisher: publisher)
            let receiver = try Receiver(shared: shared)
            let parts = Mutex<ReceiverParts?>(
                ReceiverParts(
                    subscriber: subscriber, subscriberMonitor: subscriberMonitor, publisherMonitor: publisherMonitor))
            let ending = CompletionLatch()
            shadows = isShadow
            self.shared = shared
            self.receiver = receiver
            self.ending = ending
            thread = WorkerThread(name: "saybus-bus") {
                let failure = parts.withLock { $0.take() }?.run(receiver)
                shared.publishing.withLock { $0.close() }
                shared.finishAll()
                receiver.executor.close()
                context.terminate()
                ending.reached(failure ?? nil)
                receiver.refuseLeftOver()
            }
        } catch {
            throw BusError(.transport, "cannot use the bus at \(address): \(error)")
        }
        let tracking = isShadow ? [] : tracking
        trackedKinds = Set(tracking.map { $0.kind })
        // First of all: what is refused is told there before any barrier comes back.
        if let key = address.credentials?.publicKey, let session = Credentials.refusalSession(publicKey: key) {
            receiver.post(.subscribe([Topic(Refusal.kind, session).bytes]))
        }
        var kinds: Set<Kind> = tracking.isEmpty ? [] : [Receipt.kind, StageStatus.kind]
        for case .some(let delivery) in tracking.map({ $0.delivery }) {
            kinds.formUnion(delivery.answers)
            if delivery.whenTakerIsLost != .nothing { kinds.insert(TurnEnded.kind) }
        }
        answerKinds = kinds
        // Who comes and goes concerns every session.
        let prefixes = kinds.flatMap { $0 == StageStatus.kind ? [Topic.prefix($0)] : coverage.prefixes(of: $0) }
        if !prefixes.isEmpty { receiver.post(.subscribe(prefixes)) }
    }

    deinit { receiver.post(.close) }

    /// Somebody else may have made the directory of our default bus first, to hear what we say.
    private static func checkOwner(of address: BusAddress) throws(BusError) {
        guard let directory = address.directory, geteuid() != 0 else { return }
        var status = stat()
        guard lstat(directory, &status) == 0, status.st_uid != geteuid(), status.st_uid != 0 else { return }
        throw BusError(
            .refused,
            "\(directory) belongs to another user (\(status.st_uid)), who could hear and say everything: choose another --bus"
        )
    }

    private static func configure<Role>(_ socket: inout Socket<Role>, _ address: BusAddress) throws(ZeroMQError) {
        try socket.set(.sendHighWaterMark(20_000))
        try socket.set(.receiveHighWaterMark(20_000))
        try socket.set(.maximumMessageSize(Int64(2 * RawMessage.maximumSize)))
        try socket.set(.reconnectInterval(milliseconds: 20))
        try socket.set(.maximumReconnectInterval(milliseconds: 250))
        // On one machine the kernel tells when the other side is gone, and one that is only slow is not.
        guard address.directory == nil else { return }
        try socket.set(.heartbeatInterval(milliseconds: 1000))
        try socket.set(.heartbeatTimeout(milliseconds: 3000))
        try socket.set(.heartbeatTTL(milliseconds: 3000))
    }

    /// Who we are.
    public var source: Source { shared.source }

    /// The number of this start of ours.
    public var run: UInt32 { shared.run }

    /// Runs tasks on the bus's own thread: `withTaskExecutorPreference(bus.executor) { … }` saves a loop over messages the change of threads.
    public var executor: BusExecutor { receiver.executor }

    /// What has been counted so far.
    public var counters: StageStatus.Counters { shared.inbox.withLock { $0.counters } }

    /// What the broker's policy has refused us last, in a sentence; nil when nothing.
    public var refusal: String? { shared.refusal.withLock { $0 } }

    /// How many tracked messages wait for an answer.
    public var unanswered: Int { shared.outbox.withLock { $0.count } }

    /// How many messages have arrived and wait for their readers.
    public var queued: Int { shared.table.withLock { $0.queued } }

    /// The kinds that have been published here, and the tracked ones that will be, by name.
    public var publishedKinds: [Kind] {
        let kinds = shared.publishing.withLock { $0.kinds }
        return kinds.union(trackedKinds).subtracting([Barrier.kind]).sorted { $0.rawValue < $1.rawValue }
    }

    /// The kinds subscribed to now, by name, those that answer tracked messages among them.
    public var subscribedKinds: [Kind] {
        shared.table.withLock { $0.kinds.named }.union(answerKinds).sorted { $0.rawValue < $1.rawValue }
    }

    /// Whether somebody here has subscribed to everything.
    public var isSubscribedToAll: Bool { shared.table.withLock { $0.kinds.isAll } }

    /// The stages heard of; complete for those who subscribe to ``StageStatus`` or track something.
    public var presence: Presence { shared.presence.withLock { $0 } }

    /// Waits until all subscriptions made so far stand at the broker and our own messages pass it.
    /// - Throws: ``BusError/Code/noBroker`` when that takes longer than `time`, with the command that starts a broker;
    ///   ``BusError/Code/refused`` when the broker does not let us in, or its policy withholds all of something subscribed to;
    ///   `CancellationError` when the task is cancelled.
    public func ready(within time: Duration = .seconds(10)) async throws {
        let until = SteadyClock.microseconds() + min(time.microseconds, .max / 2)
        do {
            let id = MessageID()
            try await withTaskCancellationHandler {
                try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
                    guard !ending.isReached else {
                        continuation.resume(throwing: BusError(.closed, "the bus has been closed"))
                        return
                    }
                    receiver.post(.barrier(id, continuation, until: until))
                    // The thread may have ended between the question and the post.
                    if ending.isReached { receiver.refuseLeftOver() }
                }
            } onCancel: {
                receiver.post(.cancelBarrier(id))
            }
        } catch let error as BusError where error.code == .noBroker {
            throw BusError(
                .noBroker,
                "no broker answers at \(address) within \(time.inWords); start one with: saybus-broker --bus \(address)"
            )
        }
    }

    /// Publishes a message.
    /// - Parameters:
    ///   - id: The message's id, for those who must know it before it is out; nil makes one.
    ///   - answering: What it answers: gives session, turn and cause unless they are given.
    ///   - session: The conversation; `default` when nothing says otherwise.
    ///   - turn: The turn.
    ///   - causes: What it answers beside `answering`.
    ///   - deadline: When it is stale, Unix time in microseconds; that of what it answers when nil.
    ///   - isTracked: Whether to keep it until it is answered, where the kind leaves that to its publisher.
    ///   - replays: The recorded turn that is played again.
    /// - Returns: The header it went out with.
    @discardableResult
    public func publish<Body: BusMessage>(
        _ body: Body, id: MessageID? = nil, answering: Header? = nil, session: Session? = nil,
        turn: TurnID? = nil,
        causes: [MessageID] = [], deadline: Int64? = nil, replays: TurnID? = nil, isTracked: Bool = false
    ) throws(BusError) -> Header {
        // How a shadow is, and whether its way stands, is no shadow of anything.
        // Rare, and once a second of a stage: so the clock of before a jump is known, also where nothing with a deadline came for long.
        if Body.isRetained { _ = shared.remaining(to: 0) }
        let isShadow = shadows && Body.kind != StageStatus.kind && Body.kind != Barrier.kind
        let tracking = isShadow ? nil : Body.tracking
        let own = Body.isOncePerTurn && !isShadow ? (turn ?? answering?.turn).map { MessageID($0) } : nil
        var header = Header(
            id: id ?? own ?? MessageID(), kind: isShadow ? Body.kind.shadow : Body.kind,
            session: session ?? answering?.session ?? .default,
            turn: turn ?? answering?.turn,
            source: shared.source, run: shared.run, sequence: 0, causes: (answering.map { [$0.id] } ?? []) + causes,
            deadline: deadline ?? (tracking == nil ? nil : answering?.deadline), retain: Body.isRetained,
            replays: replays)
        let bytes: [UInt8]
        do {
            bytes = try body.wire(header: &header)
        } catch {
            throw BusError(.unsendable, "\(Body.kind) cannot be written: \(error)")
        }
        let complete = header
        guard let tracking = isTracked && !isShadow ? Body.delivery : tracking else {
            let message = try send(complete, bytes)
            return message.header
        }
        let life =
            complete.deadline.map { min(max(0, shared.remaining(to: $0)), Outbox.longestLife) }
            ?? Outbox.defaultLife
        // Kept before it is sent: its answer may be here before `send` returns.
        let now = SteadyClock.microseconds()
        let (isEarlier, actions) = shared.outbox.withLock { outbox in
            let before = outbox.nextDue ?? .max
            let actions = outbox.sent(
                RawMessage(header: complete, body: bytes), to: tracking.role, life: life, now: now,
                whenTakerIsLost: tracking.whenTakerIsLost)
            return ((outbox.nextDue ?? .max) < before, actions)
        }
        for action in actions { shared.giveUp(action) }
        let message: RawMessage
        do {
            message = try send(complete, bytes)
        } catch {
            shared.outbox.withLock { $0.answered([complete.id]) }
            throw error
        }
        shared.outbox.withLock { $0.numbered(message) }
        if isEarlier { receiver.post(.reconsider) }
        return message.header
    }

    /// Publishes JSON under a kind of one's own.
    /// - Throws: ``BusError`` with code `unsendable` when it is too large.
    @discardableResult
    public func publish(
        _ body: JSONValue, of kind: Kind, answering: Header? = nil, session: Session? = nil, turn: TurnID? = nil
    ) throws(BusError) -> Header {
        let header = Header(
            kind: shadows ? kind.shadow : kind, session: session ?? answering?.session ?? .default,
            turn: turn ?? answering?.turn, source: shared.source, run: shared.run, sequence: 0,
            causes: answering.map { [$0.id] } ?? [])
        return try send(header, Array(body.text().utf8)).header
    }

    /// Stops sending a tracked message again: its publisher has given it up by itself.
    public func withdraw(_ message: MessageID) { shared.outbox.withLock { $0.answered([message]) } }

    /// Publishes frames as they are, unchecked: for tests of what garbage does, and for re-publishing recorded messages.
    public func publish(frames: [[UInt8]]) throws(BusError) {
        try shared.publishing.withLock { publishing throws(BusError) in try publishing.put(frames: frames) }
    }

    /// Publishes messages again as they were, ids and numbers included: receivers that had them leave them alone. A stamp stays behind: the
    /// broker gives a new one.
    public func publishAgain(_ messages: [RawMessage]) throws(BusError) {
        try shared.publishing.withLock { publishing throws(BusError) in
            for var message in messages {
                message.stamp = nil
                try publishing.put(message)
            }
        }
    }

    /// Reads the body of a message from a ``RawSubscription``; nil, and counted as malformed, when it is not as its kind says.
    public func read<Body: BusMessage>(_ message: RawMessage, as _: Body.Type = Body.self) -> Message<Body>? {
        do {
            return try message.decode(Body.self)
        } catch {
            shared.countMalformed(error)
            return nil
        }
    }

    /// Gives a message back that this program does not take after all: when its publisher sends it again, it is as new here, and no receipt
    /// says that it was taken.
    public func decline(_ header: Header) { shared.inbox.withLock { $0.forget(header.id) } }

    /// From now on says the latest reports again whenever somebody comes back to the bus: for a program that comes after a crash, of which others may
    /// not be back yet. After a loss of the bus itself every connection does so.
    public func repeatReports() { receiver.post(.repeatReports) }

    /// Gives back all messages that have come: for a stage whose successor answers for them from now on.
    public func declineAll() { shared.inbox.withLock { $0.forgetAll() } }

    /// Whether to say of tracked messages that come again that they have been taken; true at first. A stage on standby, or that drains, hears
    /// what another takes, and must not.
    public var sendsReceipts: Bool {
        get { shared.sendsReceipts.load(ordering: .acquiring) }
        set { shared.sendsReceipts.store(newValue, ordering: .releasing) }
    }

    /// Waits until every tracked message has been answered or given up, or the task is cancelled: before a program ends, which takes what it would
    /// send again with it.
    public func settled() async {
        let (emptied, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        shared.awaitingAnswers.withLock { $0.append(continuation) }
        if unanswered == 0 || ending.isReached { return }
        for await _ in emptied { return }
    }

    /// Waits until the bus ends, or the task is cancelled.
    /// - Throws: ``BusError`` with code `transport` when it ended because it broke.
    public func ended() async throws(BusError) {
        await ending.wait()
        if let failure = ending.failure { throw failure }
    }

    /// Closes the bus: subscriptions end, what was published still leaves (for half a second at most).
    public func close() async {
        receiver.post(.close)
        // Also for a task that has been cancelled: the end comes by itself, and blocks nobody for longer than the sockets linger.
        await Task.detached { [ending] in await ending.wait() }.value
        thread.join()
    }

    private func send(_ header: Header, _ body: [UInt8]) throws(BusError) -> RawMessage {
        let message = try shared.publishing.withLock { publishing throws(BusError) in
            try publishing.send(header, body: body)
        }
        shared.inbox.withLock { $0.counters.published += 1 }
        return message
    }
}
