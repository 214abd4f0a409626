import Foundation
import Logging
import SaybusBus
import SaybusMessages
import SaybusSupport
import ServiceLifecycle
import Synchronization

/// What a stage works with: the bus, its logger, the status that it shows, and whether the work is its own to do.
public final class StageContext: Sendable {
    /// The connection to the bus. Subscribe to everything, then call ``ready()``.
    public let bus: Bus
    /// The stage's logger.
    public let logger: Logger
    /// The conversations to take part in: what the command line says with `--session` and `--buckets`.
    public let coverage: SessionScope

    /// The one conversation to take part in; nil means all.
    public var session: Session? { coverage.session }

    private struct State {
        var status: StageStatus
        var isReady = false
        var duty = WorkLease()
        var election: Election?
        var beforeDuty: @Sendable () -> Void = {}
    }

    private let state: Mutex<State>
    /// Held while a status is made and published, so that no older one goes out after a newer one.
    private let publishing = Mutex(())
    private let started: ContinuousClock.Instant
    private let patience: Duration
    private let statuses: Subscription<StageStatus>?
    private let settled: AsyncStream<Void>
    private let settle: AsyncStream<Void>.Continuation
    private let isShadow: Bool

    init(
        bus: Bus, logger: Logger, coverage: SessionScope, placement: ReplicaMode, app: String?, engine: String?,
        started: ContinuousClock.Instant, patience: Duration
    ) {
        self.bus = bus
        self.logger = logger
        self.coverage = coverage
        self.started = started
        self.patience = patience
        isShadow = placement.isShadow
        (settled, settle) = AsyncStream.makeStream()
        let status = StageStatus(
            role: bus.source.role, instance: bus.source.instance, engine: engine, state: .starting,
            pid: Int(ProcessInfo.processInfo.processIdentifier), uptimeMs: 0, coverage: coverage, app: app,
            standby: placement.standby ? true : nil)
        let election =
            placement.standby ? Election(bus.source, run: bus.run, scope: Election.Scope(status)) : nil
        state = Mutex(State(status: status, election: election))
        statuses = placement.standby ? bus.subscribe(StageStatus.self) : nil
        if placement.standby { bus.sendsReceipts = false }
    }

    /// Sets what is done just before this instance takes work up, at its start or in the place of another, such as adopting what that one has left behind.
    /// Nothing is taken while it runs. Call it before ``ready(announcing:)``.
    public func beforeDuty(_ work: @escaping @Sendable () -> Void) { state.withLock { $0.beforeDuty = work } }

    /// Says that the stage is at work, or ready to be: waits until its subscriptions stand, tells the bus, and prints the ready line.
    /// - Parameter announce: Publishes what must be known before anybody counts on this instance, such as an app's catalog.
    /// - Throws: ``BusError`` with code `no-broker` when no broker answers in time.
    public func ready(announcing announce: (Bus) throws -> Void = { _ in }) async throws {
        logger.debug("waiting for the bus", metadata: ["bus": "\(bus.address)"])
        // Who is told to stop while there is no broker yet stops at once.
        try await cancelWhenGracefulShutdown { [bus, patience] in try await bus.ready(within: patience) }
        try announce(bus)
        if let prepare = state.withLock({ $0.election == nil ? $0.beforeDuty : nil }) { prepare() }
        let isCandidate = state.withLock { state in
            state.isReady = true
            state.status.state = state.election == nil ? .ready : .standby
            if state.election == nil { state.duty.start() }
            return state.election != nil
        }
        publishStatus()
        if isCandidate {
            // Its own status comes back after those of all who were there before, and decides.
            try await cancelWhenGracefulShutdown { [settled] in
                for await _ in settled { return }
                throw CancellationError()
            }
        }
        let standby = state.withLock { $0.status.state == .standby } ? " state=standby" : ""
        let line = "ready role=\(bus.source.role) instance=\(bus.source.instance)\(standby) after=\(uptimeMs)ms\n"
        StandardError.shared.write(line)
    }

    /// Begins work on a message that a publisher keeps until it is answered; ``end(_:)`` must follow.
    /// - Parameter stamp: The broker's, which tells whether it came before we took over.
    /// - Returns: False when the work is another's to do, or nobody's any more here: leave the message alone, it is sent again.
    public func begin(_ header: Header, _ stamp: Stamp?) -> Bool {
        // Sound is not sent again in time, and two transcripts of one turn are carried out once: better twice than not at all.
        let isTracked = MessageCatalog.type(of: header.kind)?.tracking != nil
        return state.withLock { state in
            let verdict = state.duty.begin(header, stamp, now: isTracked ? uptimeMs : .min)
            if verdict == .decline { bus.decline(header) }
            return verdict == .take
        }
    }

    /// The work on a message is done: answered, or found to be nobody's.
    public func end(_ header: Header) { state.withLock { $0.duty.end(header.id) } }

    /// Whether to take a message that is only a part of what must be answered, such as a chunk of sound.
    /// - Returns: False when it is another's to take: leave it alone, it may come again.
    public func takes(_ header: Header, _ stamp: Stamp?) -> Bool {
        let isTracked = MessageCatalog.type(of: header.kind)?.tracking != nil
        return state.withLock { state in
            let verdict = state.duty.verdict(stamp, now: isTracked ? uptimeMs : .min)
            if verdict == .decline { bus.decline(header) }
            return verdict == .take
        }
    }

    /// Whether the work is this instance's to do now.
    public var isActive: Bool { state.withLock { $0.duty.isOn } }

    /// Changes what the status shows, such as the catalog's revision or a problem, and publishes it.
    public func update(_ change: @Sendable (inout StageStatus) -> Void) {
        state.withLock { change(&$0.status) }
        publishStatus()
    }

    /// Waits until an instance of another role is ready that serves our conversation, and says so in the log if that takes time.
    public func waitForReady(role: String) async throws {
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

    /// Whether ``ready()`` has been reached.
    var isReady: Bool { state.withLock { $0.isReady } }

    var uptimeMs: Int { Int((ContinuousClock.now - started).milliseconds) }

    /// Follows the statuses of all instances and takes over or steps down as they say; returns at once for who does not stand by.
    func followElection() async throws {
        guard let statuses else { return }
        for try await status in statuses { note(status) }
    }

    private func note(_ message: Message<StageStatus>) {
        var decision = decide(message)
        if case .takeOver(let term) = decision {
            state.withLock { $0.beforeDuty }()
            let isOn = state.withLock { state in
                // Told to stop meanwhile: there is nothing to take over any more.
                guard state.election != nil else { return false }
                state.status.state = .ready
                state.status.term = term
                state.duty.start(since: message.stamp, leaseEnds: uptimeMs + WorkLease.lease)
                // What came before is taken when it comes again, and not before: no receipt may say otherwise.
                bus.declineAll()
                bus.sendsReceipts = true
                return true
            }
            if !isOn { decision = .wait }
        }
        switch decision {
        case .takeOver(let term):
            logger.info("takes over", metadata: ["term": "\(term)"])
            publishStatus()
            settle.yield()
        case .stepDown:
            logger.notice("steps down: another instance has taken over")
            handOver(to: .standby)
            bus.declineAll()
        case .wait: break
        case nil: settle.yield()
        }
    }

    /// What a status means; nil when it only tells that all who were here before are known.
    private func decide(_ message: Message<StageStatus>) -> Election.Decision? {
        state.withLock { state in
            guard var election = state.election else { return nil }
            let header = message.header
            if header.source == bus.source, header.run == bus.run {
                state.duty.renew(beat: message.body.uptimeMs, now: uptimeMs)
            }
            let wasSettled = election.isSettled
            let decision = election.note(message.body, from: header.source, run: header.run)
            state.election = election
            return decision == .wait && election.isSettled && !wasSettled ? nil : decision
        }
    }

    /// Takes nothing more up; what is in hand is finished, and its publishers know before the successor says that it takes over.
    func drain() {
        state.withLock { $0.election = nil }
        handOver(to: .draining)
    }

    private func handOver(to newState: StageStatus.State) {
        let inHand = state.withLock { state in
            bus.sendsReceipts = false
            return state.duty.stop()
        }
        for header in inHand where !isShadow {
            do {
                try bus.publish(Receipt(of: header.kind), answering: header)
            } catch {
                logger.warning("cannot say what is in hand", metadata: ["error": "\(error)"])
            }
        }
        publishStatus(newState)
    }

    func publishStatus(_ newState: StageStatus.State? = nil, problem: String? = nil) {
        publishing.withLock { _ in
            let status = state.withLock { state in
                if let newState { state.status.state = newState }
                if let problem { state.status.problem = problem }
                state.status.uptimeMs = uptimeMs
                state.status.counters = bus.counters
                state.status.memoryBytes = ResidentMemory.bytes
                state.status.queued = bus.queued
                state.status.unanswered = bus.unanswered
                state.status.publishes = bus.publishedKinds
                state.status.subscribes = bus.subscribedKinds
                if bus.isSubscribedToAll { state.status.subscribesToAll = true }
                var status = state.status
                status.problem = status.problem ?? bus.refusal
                return status
            }
            do {
                try bus.publish(status, session: session)
            } catch {
                logger.debug("cannot publish the status", metadata: ["error": "\(error)"])
            }
        }
    }
}
