import Glibc
import Logging
import SaybusBus
import SaybusMessages
import ServiceLifecycle
import UnixSignals

/// A runner of one stage as a process. It connects the stage to the bus, sends heartbeats, and ends within
/// two seconds of SIGTERM, SIGINT or SIGHUP.
///
/// The stage subscribes to the kinds that it needs, calls ``StageContext/ready()`` and then works
/// until its input ends. A signal begins the graceful shutdown of swift-service-lifecycle: the stage finishes
/// the messages in progress (see ``StageContext/begin(_:_:)``) and begins no more, their publishers get a
/// receipt, and then a successor takes over. Work that is not done after 1.2 seconds is cancelled. If it does not end
/// then, as a handler that blocks its thread, the program ends with the exit code 1 after ten seconds.
public struct StageRunner {
    /// The time that a stage has to finish the messages in progress.
    static let drainTime = Duration.milliseconds(1200)
    /// The time after a signal at which the program is ended, if its tasks have not ended although they are cancelled.
    static let endTime = Duration.seconds(10)
    /// The time between two heartbeats.
    static let heartbeatInterval = Duration.seconds(1)

    private let role: Role
    private let engine: String?
    private let tracking: [any BusMessage.Type]
    private let options: StageOptions
    private let replicaMode: ReplicaMode
    private let app: String?
    private let isEmbedded: Bool

    /// Creates a runner.
    /// - Parameters:
    ///   - role: The stage's role.
    ///   - engine: The name of the engine that does the work; nil for a role without a choice of engines.
    ///   - tracking: The tracked kinds that the stage publishes.
    ///   - app: The app that the stage runs. Instances with different apps do not replace each other.
    ///   - options: The options of the command line.
    ///   - replicaMode: The relation to other instances of the role.
    ///   - isEmbedded: Whether the stage runs inside a program that has another runner for itself. An embedded stage
    ///     prints no ready line and reacts to no signal; it ends when its task is cancelled.
    public init(
        role: Role, engine: String? = nil, tracking: [any BusMessage.Type] = [], app: String? = nil,
        options: StageOptions, replicaMode: ReplicaMode = .single, isEmbedded: Bool = false
    ) {
        // A shadow has a role of its own, so that no stage waits for it.
        self.role = replicaMode.isShadow ? role.shadow : role
        (self.engine, self.tracking, self.app, self.options) = (engine, tracking, app, options)
        (self.replicaMode, self.isEmbedded) = (replicaMode, isEmbedded)
    }

    /// Runs the stage to its end.
    /// - Throws: An error that ``reportingFailure(_:_:)`` turns into an exit code.
    public func run(_ stage: @escaping @Sendable (StageContext) async throws -> Void) async throws {
        let started = ContinuousClock.now
        // An engine of two has a plus between their names, which no topic may contain.
        let instance = options.instance ?? "\((engine ?? role.rawValue).replacing("+", with: "-"))-\(getpid())"
        guard let source = Source(role: role, instance: instance) else {
            throw StageFailure(.usage, "\"\(instance)\" cannot be an instance's name: \(Session.nameAdvice)")
        }
        let coverage = SessionScope(session: options.common.chosenSession, share: replicaMode.share)
        if let session = coverage.session, !coverage.contains(session) {
            throw StageFailure(
                .usage,
                "the conversation \"\(session)\" does not belong to --buckets \(replicaMode.share?.description ?? ""): leave one of the two out"
            )
        }
        var logger = Logger(
            label: "\(source)", factory: { [options] in LogStream.handler($0, options.common.log ?? .ofEnvironment) })
        logger.logLevel = options.common.logLevel.level
        let address = try options.common.address()
        // A stage inside another program is part of that program's metrics and traces.
        let own =
            isEmbedded
            ? nil
            : try await Telemetry.start(options.telemetry, role: role, instance: instance, logger: logger)
        do {
            let telemetry = own ?? Telemetry.current
            let bus = try Bus(
                at: address, as: source, tracking: tracking, coverage: coverage, isShadow: replicaMode.isShadow,
                observer: telemetry?.observer(role: role), logger: logger)
            let context = StageContext(
                bus: bus, logger: logger, coverage: coverage, replicaMode: replicaMode, app: app, engine: engine,
                started: started, brokerTimeout: options.common.brokerTimeout, telemetry: telemetry,
                isEmbedded: isEmbedded)
            own?.addCollector { [weak context] in context.map { StatusMetrics.families($0.measuredStatus) } ?? [] }
            try await run(stage, context)
        } catch {
            await own?.stop()
            throw error
        }
        await own?.stop()
    }

    /// Runs the stage to its end.
    private func run(
        _ stage: @escaping @Sendable (StageContext) async throws -> Void, _ context: StageContext
    ) async throws {
        let bus = context.bus
        let (watchdog, hasSignals) = (ExitWatchdog(), !isEmbedded)
        defer { watchdog.stop() }
        let work = ClosureService {
            try await withGracefulShutdownHandler {
                try await stage(context)
                await bus.settled()
            } onGracefulShutdown: {
                context.drain()
                guard hasSignals else { return }
                watchdog.start(
                    within: Self.endTime, program: "\(bus.source)",
                    "its work did not end within \(Self.endTime.components.seconds) s of a signal")
            }
        }
        var configuration = ServiceGroupConfiguration(
            services: [
                .init(service: HeartbeatService(context: context), successTerminationBehavior: .ignore),
                .init(service: ElectionService(context: context), successTerminationBehavior: .ignore),
                .init(
                    service: ClosureService { try await cancelWhenGracefulShutdown { try await bus.ended() } },
                    successTerminationBehavior: .ignore, failureTerminationBehavior: .cancelGroup),
                .init(
                    service: work, successTerminationBehavior: .gracefullyShutdownGroup,
                    failureTerminationBehavior: .cancelGroup),
            ], gracefulShutdownSignals: isEmbedded ? [] : UnixSignal.stopping,
            logger: Logger(label: "lifecycle") { _ in SwiftLogNoOpLogHandler() })
        configuration.maximumGracefulShutdownDuration = Self.drainTime
        do {
            try await ServiceGroup(configuration: configuration).run()
        } catch is CancellationError {
            // Draining took too long after the signal, so the remaining work was cancelled.
        } catch {
            context.publishStatus(.failed, problem: "\(error)")
            await bus.close()
            throw error
        }
        context.publishStatus(.stopped)
        await bus.close()
        // A failure of the bus also ends the stage's input, so the stage may have ended before the failure was seen.
        try await bus.ended()
    }
}

/// A closure as a service.
struct ClosureService: Service {
    let body: @Sendable () async throws -> Void
    init(_ body: @escaping @Sendable () async throws -> Void) { self.body = body }
    func run() async throws { try await body() }
}

/// A service that publishes the status once a second.
struct HeartbeatService: Service {
    let context: StageContext

    func run() async throws {
        try? await cancelWhenGracefulShutdown {
            while true {
                try await Task.sleep(for: StageRunner.heartbeatInterval)
                if context.isReady { context.publishStatus() }
            }
        }
    }
}

/// A service that takes over and steps down: see ``StageContext/followElection()``.
struct ElectionService: Service {
    let context: StageContext

    func run() async throws {
        try? await cancelWhenGracefulShutdown { [context] in try await context.followElection() }
        // A service group takes a service for failed that ends while another one is being shut down.
        try? await gracefulShutdown()
    }
}
