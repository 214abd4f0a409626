import Foundation
import Logging
import SaybusBus
import SaybusMessages
import SaybusSupport
import ServiceLifecycle
import Synchronization

/// The environment of a stage: the bus, a logger, the status that it publishes, and its right to handle
/// messages.
public final class StageContext: Sendable {
    /// The connection to the bus. Subscribe to everything, then call ``ready()``.
    public let bus: Bus
    /// The logger of the program, whose level `--log-level` sets.
    public let logger: Logger
    /// The sessions to take part in, as `--session` and `--buckets` choose them.
    public let coverage: SessionScope

    /// The one session to take part in; nil means several.
    public var session: Session? { coverage.session }

    struct State {
        var status: StageStatus
        /// The problems of ``StageContext/setProblem(_:of:)`` by their ranks.
        var problems: [Int: String] = [:]
        var isReady = false
        /// Whether a graceful shutdown has begun.
        var isDraining = false
        var lease = WorkLease()
        var election: Election?
        var beforeWork: @Sendable () -> Void = {}
        /// The newest refusal, and the uptime in milliseconds until which the status shows it.
        var refusal: (sentence: String, until: Int)?
        /// The most severe of ``problems``.
        var worstProblem: String? { problems.min { $0.key < $1.key }?.value }
    }

    let state: Mutex<State>
    /// The lock that is held while a status is made and published, so that no older status is sent after a
    /// newer one.
    let publishing = Mutex(())
    private let started: ContinuousClock.Instant
    private let brokerTimeout: Duration
    let statuses: Subscription<StageStatus>?
    /// A stream that yields when all instances that were present before this one are known, and this one claims
    /// nothing.
    private let settled: AsyncStream<Void>
    let settle: AsyncStream<Void>.Continuation
    /// Whether the stage publishes under shadow kinds, on which no stage acts.
    package let isShadow: Bool
    /// Whether the stage runs inside a program that has another runner for itself.
    package let isEmbedded: Bool
    /// The metrics and traces of the program; nil when there are none.
    let telemetry: Telemetry?
    /// The manager that has started this program as a service; nil for an embedded stage, too.
    let manager: ServiceManager?

    init(
        bus: Bus, logger: Logger, coverage: SessionScope, replicaMode: ReplicaMode, app: String?, engine: String?,
        started: ContinuousClock.Instant, brokerTimeout: Duration, telemetry: Telemetry? = nil,
        isEmbedded: Bool = false
    ) {
        self.bus = bus
        self.telemetry = telemetry
        self.isEmbedded = isEmbedded
        manager = isEmbedded ? nil : .own
        self.logger = logger
        self.coverage = coverage
        self.started = started
        self.brokerTimeout = brokerTimeout
        isShadow = replicaMode.isShadow
        (settled, settle) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
        let status = StageStatus(
            role: bus.source.role, instance: bus.source.instance, engine: engine, state: .starting,
            pid: Int(ProcessInfo.processInfo.processIdentifier), uptimeMs: 0, coverage: coverage, app: app,
            standby: replicaMode.standby ? true : nil)
        let election =
            replicaMode.standby ? Election(bus.source, run: bus.run, scope: Election.Scope(status)) : nil
        state = Mutex(State(status: status, election: election))
        statuses = replicaMode.standby ? bus.subscribe(StageStatus.self) : nil
        if replicaMode.standby { (bus.sendsReceipts, bus.receiptsNeedAcceptance) = (false, true) }
    }

    /// Sets a closure to run just before this instance begins to work, at its start or as the successor of
    /// another instance. The closure can, for example, adopt the predecessor's journal. No message is taken
    /// while it runs.
    ///
    /// Call it before ``ready()``.
    public func beforeWork(_ work: @escaping @Sendable () -> Void) { state.withLock { $0.beforeWork = work } }

    /// Waits until the stage's subscriptions are in effect, publishes that the stage is ready (or on
    /// standby), and prints the ready line.
    /// - Throws: `BusError` with code `no-broker` when no broker answers in time.
    public func ready() async throws {
        try await connect()
        try await becomeReady()
    }

    /// Does the same as ``ready()``, and first publishes the state `starting` and what others must know.
    /// - Parameter announce: A closure that publishes everything that other programs must know before this
    ///   instance is ready, such as an app's catalog.
    /// - Throws: `BusError` with code `no-broker` when no broker answers in time.
    public func ready(announcing announce: (Bus) throws -> Void) async throws {
        try await connect()
        // The broker reports the loss of those only whose status it knows: a catalog would stay for ever.
        publishStatus()
        try announce(bus)
        try await becomeReady()
    }

    /// Waits until the stage's subscriptions are in effect.
    private func connect() async throws {
        logger.debug("waiting for the bus", metadata: ["bus": "\(bus.address)"])
        // A stage that gets a signal to stop while there is no broker stops at once.
        try await cancelWhenGracefulShutdown { [bus, brokerTimeout] in try await bus.ready(within: brokerTimeout) }
    }

    /// Begins to work, or to wait on standby.
    private func becomeReady() async throws {
        if let prepare = state.withLock({ $0.election == nil ? $0.beforeWork : nil }) { prepare() }
        let isCandidate = state.withLock { state in
            state.isReady = true
            state.status.state = state.election == nil ? .ready : .standby
            if state.election == nil { state.lease.start() }
            return state.election != nil
        }
        publishStatus()
        if isCandidate {
            // This instance's own status returns after those of all instances that were present before, and
            // decides.
            try await cancelWhenGracefulShutdown { [settled] in
                for await _ in settled { return }
                throw CancellationError()
            }
        }
        // The ready line of a program is that of its own stage.
        guard !isEmbedded else { return }
        let standby = state.withLock { $0.status.state == .standby } ? " state=standby" : ""
        let line = "ready role=\(bus.source.role) instance=\(bus.source.instance)\(standby) after=\(uptimeMs)ms\n"
        StandardError.shared.write(line)
        manager?.ready(status.summary)
    }

    /// Begins work on a tracked message; ``end(_:)`` must follow.
    /// - Parameters:
    ///   - header: The message's header.
    ///   - stamp: The broker's stamp, which shows whether the message passed the broker before this instance took over.
    /// - Returns: False when another instance handles the message, or this one has stopped. The caller must
    ///   then ignore the message, which is sent again.
    public func begin(_ header: Header, _ stamp: Stamp?) -> Bool { begin(header, stamp, accepts: true) }

    /// Begins work on a tracked message that may be declined later.
    /// - Parameter accepts: Whether the message gets receipts from now on: see `Bus.accept(_:)`.
    package func begin(_ header: Header, _ stamp: Stamp?, accepts: Bool) -> Bool {
        // Audio is not retransmitted, so it is taken even without a valid lease. Two transcripts of one turn
        // lead to one command, so it is better to work twice than not at all.
        let isTracked = MessageCatalog.type(of: header.kind)?.tracking != nil
        return state.withLock { state in
            let verdict = state.lease.begin(header, stamp, now: isTracked ? uptimeMs : .min)
            record(verdict, on: header, affectsReceipts: isTracked && accepts)
            return verdict == .take
        }
    }

    /// Ends work on a message that was answered or needs no answer.
    public func end(_ header: Header) { state.withLock { $0.lease.end(header.id) } }

    /// Returns whether to take a message that is only a part of the input to an answer, such as a chunk of
    /// audio. If not, the caller must ignore the message, because another instance takes it.
    public func takes(_ header: Header, _ stamp: Stamp?) -> Bool { takes(header, stamp, accepts: true) }

    /// Returns whether to take a message that may be declined later.
    /// - Parameter accepts: Whether a tracked message that is taken gets receipts from now on: see `Bus.accept(_:)`.
    package func takes(_ header: Header, _ stamp: Stamp?, accepts: Bool) -> Bool {
        let isTracked = MessageCatalog.type(of: header.kind)?.tracking != nil
        return state.withLock { state in
            let verdict = state.lease.verdict(stamp, now: isTracked ? uptimeMs : .min)
            record(verdict, on: header, affectsReceipts: isTracked && accepts)
            return verdict == .take
        }
    }

    /// The stage's own problem in its status; nil when there is none.
    public var problem: String? { state.withLock { $0.status.problem ?? $0.worstProblem } }

    /// Tells the bus of the verdict on a message.
    /// - Parameter affectsReceipts: Whether a message that is taken gets receipts from now on.
    private func record(_ verdict: WorkLease.Verdict, on header: Header, affectsReceipts: Bool) {
        switch verdict {
        case .take: if affectsReceipts { bus.accept(header) }
        case .decline: bus.decline(header)
        case .tooEarly: break
        }
    }

    /// Whether a graceful shutdown has begun, of which the stage itself may not know yet.
    package var isDraining: Bool { state.withLock { $0.isDraining } }

    /// Whether this instance handles messages now.
    public var isActive: Bool { state.withLock { $0.lease.isOn } }

    /// Ends the program with the exit code of a failure, although its tasks cannot end. The status says why.
    package func abort(_ problem: String) async -> Never {
        publishStatus(.failed, problem: problem)
        let program = bus.source.description
        // The bus sends what waits in it, which must not take long either.
        ExitWatchdog().start(within: StageRunner.drainTime, program: program, problem)
        await bus.close()
        ExitWatchdog.exit(program, problem)
    }

    /// Waits until a ready instance of another role serves this stage's session. Logs a notice if there is
    /// none yet.
    public func waitForReady(role: Role) async throws {
        let statuses = bus.subscribe(StageStatus.self)
        if bus.presence.isReady(role, for: session) { return }
        logger.notice("waiting for a stage to be ready", metadata: ["role": "\(role)"])
        try await cancelWhenGracefulShutdown { [session] in
            for try await status in statuses where status.body.role == role && status.body.state == .ready {
                if session.map({ status.body.coverage.contains($0) }) ?? true { return }
            }
            throw CancellationError()
        }
    }

    /// Whether ``ready()`` has published that the stage is ready, or on standby.
    var isReady: Bool { state.withLock { $0.isReady } }

    var uptimeMs: Int { Int((ContinuousClock.now - started).milliseconds) }
}
