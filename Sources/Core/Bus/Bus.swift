import Logging
import SaybusMessages
import SaybusSupport
import SaybusZeroMQ
import Synchronization

/// A connection to the bus: typed publish and subscribe.
///
/// ```swift
/// let bus = try Bus(at: BusAddress.chosen(nil), as: Source(role: .intent, instance: "mine")!)
/// let transcripts = bus.subscribe(SpeechTranscript.self)
/// try await bus.ready()
/// for try await transcript in transcripts {
///     let intent = SpeechIntent(text: transcript.body.text, hypotheses: [], engine: "mine")
///     try bus.publish(intent, answering: transcript.header)
/// }
/// ```
///
/// Make all subscriptions first, then wait for ``ready(within:)``. Every matching message that any program
/// publishes afterwards arrives here, or is counted as lost.
public final class Bus: Sendable {
    /// The number of messages that a subscription keeps for a slow reader by default.
    public static let defaultBuffer = 4096

    /// The address to which the process is connected, with its keys.
    public let address: BusAddress
    let shared: BusShared
    let isShadow: Bool
    let receiver: Receiver
    /// The libzmq context of the sockets, which the thread terminates.
    let context: Context
    let thread: WorkerThread
    /// The result of the thread; nil while it runs.
    let completion: Watched<Result<Void, BusError>?>
    /// The kinds of the answers to tracked messages.
    private let answerKinds: Set<Kind>
    private let trackedKinds: Set<Kind>

    /// Connects to a bus. Returns at once, whether or not a broker is there: see ``ready(within:)``.
    /// - Parameters:
    ///   - address: The address at which the broker serves, now or later.
    ///   - source: The name of this process, unique on the bus.
    ///   - tracking: The tracked kinds that this process will publish; it subscribes to their answers.
    ///   - coverage: The sessions in which this process will publish the tracked kinds.
    ///   - isShadow: Whether to publish under shadow kinds, on which no stage acts. The role of `source` should
    ///     then be one that no stage waits for.
    ///   - observer: An observer of what this process publishes.
    ///   - logger: The logger for losses, refusals and failures.
    /// - Throws: ``BusError`` with code `refused` when another user could control the directory of an ipc address,
    ///   and with code `transport` when the sockets cannot be made.
    public init(
        at address: BusAddress, as source: Source, tracking: [any BusMessage.Type] = [],
        coverage: SessionScope = .all, isShadow: Bool = false, observer: PublicationObserver? = nil,
        logger: Logger = Logger(label: "saybus.bus")
    ) throws(BusError) {
        self.address = address
        let endpoints = try BusEndpoints(address)
        do {
            let context = try Context()
            let sockets = try BusSockets(context, address, endpoints)
            self.context = context
            let shared = BusShared(
                address: address, endpoints: endpoints, source: source, run: UInt32.random(in: 1...UInt32.max),
                observer: observer, logger: logger, publisher: sockets.publisher)
            let receiver = try Receiver(shared: shared)
            let parts = Mutex<ReceiverParts?>(sockets.receiving)
            let completion = Watched<Result<Void, BusError>?>(nil)
            self.isShadow = isShadow
            self.shared = shared
            self.receiver = receiver
            self.completion = completion
            thread = WorkerThread(name: "saybus-bus") {
                let failure: BusError? = parts.withLock { $0.take() }?.run(receiver) ?? nil
                shared.publishing.withLock { $0.close() }
                shared.finishAll()
                receiver.executor.close()
                context.terminate()
                let result: Result<Void, BusError> = if let failure { .failure(failure) } else { .success(()) }
                completion.change { $0 = result }
                receiver.refuseLeftOver()
            }
        } catch {
            throw BusError(.transport, "cannot use the bus at \(address): \(error)")
        }
        let tracking = isShadow ? [] : tracking
        trackedKinds = Set(tracking.map { $0.kind })
        // This subscription precedes all others, because refusals must arrive before a barrier returns.
        if let session = shared.refusalSession {
            receiver.post(.subscribe([Topic(Refusal.kind, session).bytes]))
        }
        answerKinds = Self.answerKinds(of: tracking)
        // The arrival or loss of a stage concerns every session.
        let prefixes = answerKinds.flatMap { $0 == StageStatus.kind ? [Topic.prefix($0)] : coverage.prefixes(of: $0) }
        if !prefixes.isEmpty { receiver.post(.subscribe(prefixes)) }
    }

    /// Returns the kinds of the messages that tell what has become of tracked ones.
    private static func answerKinds(of tracking: [any BusMessage.Type]) -> Set<Kind> {
        var kinds: Set<Kind> = tracking.isEmpty ? [] : [Receipt.kind, StageStatus.kind]
        for case .some(let delivery) in tracking.map({ $0.delivery }) {
            kinds.formUnion(delivery.answers)
            if delivery.whenReceiverIsLost != .nothing { kinds.insert(TurnEnded.kind) }
        }
        return kinds
    }

    deinit { receiver.post(.close) }

    /// The name of this process on the bus.
    public var source: Source { shared.source }

    /// The random number that identifies this run of the process.
    public var run: UInt32 { shared.run }

    /// A task executor on the bus's own thread: in `withTaskExecutorPreference(bus.executor) { … }`, a loop
    /// over messages does not switch threads.
    public var executor: BusExecutor { receiver.executor }

    /// The counters of received, published and lost messages, and so on.
    public var counters: StageStatus.Counters { shared.counters }

    /// The last refusal by the broker's policy or by a receiver of this process's tracked messages, in a sentence;
    /// nil when there is none.
    public var refusal: String? { shared.state.withLock { $0.refusal } }

    /// Whether the broker is reachable and accepts this process, as far as is known; true at first.
    package var isConnected: Bool { shared.state.withLock(\.isConnected) }

    /// The time by the broker's clock, as Unix time in microseconds. Times in messages are by this clock, which all
    /// programs on a bus share. Before ``ready(within:)`` has returned, it is this machine's clock.
    public var now: Int64 { shared.now() }

    /// Microseconds by which this machine's clock is ahead of the broker's, negative when it is behind; nil before
    /// ``ready(within:)`` has returned.
    public var clockSkew: Int64? { shared.clockSkew }

    /// The number of tracked messages that wait for an answer.
    public var unanswered: Int { shared.state.withLock { $0.outbox.count } }

    /// The number of messages that have arrived and wait for their readers.
    public var queued: Int { shared.state.withLock { $0.subscriptions.queued } }

    /// The kinds that this process has published, and the tracked ones that it will publish, sorted by name.
    public var publishedKinds: [Kind] {
        let kinds = shared.publishing.withLock { $0.kinds }
        return kinds.union(trackedKinds).subtracting([Barrier.kind]).sorted { $0.rawValue < $1.rawValue }
    }

    /// The kinds that this process subscribes to, including those that answer tracked messages, sorted by
    /// name.
    public var subscribedKinds: [Kind] {
        shared.state.withLock { $0.subscriptions.kinds.named }.union(answerKinds).sorted { $0.rawValue < $1.rawValue }
    }

    /// Whether this process has a subscription to everything.
    public var isSubscribedToAll: Bool { shared.state.withLock { $0.subscriptions.kinds.isAll } }

    /// The stages on the bus. The list is complete when this process subscribes to `StageStatus` or tracks
    /// a kind.
    public var presence: Presence { shared.state.withLock { $0.presence } }

    /// Waits until all subscriptions made so far are in effect at the broker, and the broker forwards
    /// messages of this process.
    /// - Throws: ``BusError/Code/noBroker`` when that takes longer than `time`, with the command that starts a
    ///   broker unless one has sent messages or the host's name cannot be resolved, which takes up to two seconds more;
    ///   ``BusError/Code/refused`` when the broker refuses the connection, or its policy refuses a subscription
    ///   entirely; `CancellationError` when the task is cancelled.
    public func ready(within time: Duration = .seconds(10)) async throws {
        let until = SteadyClock.microseconds() + min(time.microseconds, .max / 2)
        do {
            let id = MessageID()
            try await withTaskCancellationHandler {
                try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
                    guard completion.value == nil else {
                        continuation.resume(throwing: BusError(.closed, "the bus has been closed"))
                        return
                    }
                    receiver.post(.barrier(id, continuation, until: until))
                    // The thread may have ended between the check and the post.
                    if completion.value != nil { receiver.refuseLeftOver() }
                }
            } onCancel: {
                receiver.post(.cancelBarrier(id))
            }
        } catch let timeout as BarrierTimeout {
            let failure = timeout.retained == 0 ? await BrokerHost.failure(at: address) : nil
            try Task.checkCancellation()
            if let failure { throw failure }
            throw timeout.error(at: address, within: time, BrokerProbe.obstacle(address))
        }
    }
}
