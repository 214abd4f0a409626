import Bus
import Foundation
import Logging
import Messages
import ServiceLifecycle
import Synchronization

/// What a stage works with: the bus, its logger, and the status that it shows.
public final class StageContext: Sendable {
    /// The connection to the bus. Subscribe to everything, then call ``ready()``.
    public let bus: Bus
    /// The stage's logger.
    public let logger: Logger
    /// The one conversation to take part in; nil means all.
    public let session: Session?

    private struct State {
        var status: StageStatus
        var isReady = false
    }

    private let state: Mutex<State>
    private let started: ContinuousClock.Instant
    private let patience: Duration

    init(
        bus: Bus, logger: Logger, session: Session?, engine: String?, started: ContinuousClock.Instant,
        patience: Duration
    ) {
        self.bus = bus
        self.logger = logger
        self.session = session
        self.started = started
        self.patience = patience
        state = Mutex(
            State(
                status: StageStatus(
                    role: bus.source.role, instance: bus.source.instance, engine: engine, state: .starting,
                    pid: Int(ProcessInfo.processInfo.processIdentifier), uptimeMs: 0)))
    }

    /// Says that the stage is at work: waits until its subscriptions stand, tells the bus, and prints the ready line.
    /// - Throws: ``BusError`` with code `no-broker` when no broker answers in time.
    public func ready() async throws {
        logger.debug("waiting for the bus", metadata: ["bus": "\(bus.address)"])
        // Who is told to stop while there is no broker yet stops at once.
        try await cancelWhenGracefulShutdown { [bus, patience] in try await bus.ready(within: patience) }
        state.withLock { state in
            state.isReady = true
            state.status.state = .ready
        }
        publishStatus()
        let line = "ready role=\(bus.source.role) instance=\(bus.source.instance) after=\(uptimeMs)ms\n"
        FileHandle.standardError.write(Data(line.utf8))
    }

    /// Changes what the status shows, such as the catalog's revision or a problem, and publishes it.
    public func update(_ change: @Sendable (inout StageStatus) -> Void) {
        state.withLock { change(&$0.status) }
        publishStatus()
    }

    /// Waits until an instance of another role is ready, and says so in the log if that takes time.
    public func waitForReady(role: String) async throws {
        let statuses = bus.subscribe(StageStatus.self)
        if bus.presence.isReady(role) { return }
        logger.notice("waiting for a stage to be ready", metadata: ["role": "\(role)"])
        try await cancelWhenGracefulShutdown {
            for try await status in statuses where status.body.role == role && status.body.state == .ready { return }
            throw CancellationError()
        }
    }

    /// Whether ``ready()`` has been reached.
    var isReady: Bool { state.withLock { $0.isReady } }

    var uptimeMs: Int {
        let time = ContinuousClock.now - started
        return Int(time.components.seconds * 1000 + time.components.attoseconds / 1_000_000_000_000_000)
    }

    func publishStatus(_ newState: StageStatus.State? = nil, problem: String? = nil) {
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
