import Logging
import SaybusBus
import SaybusMessages
import ServiceLifecycle
import UnixSignals

/// Runs one stage as a process: connects, beats, ends on SIGTERM or SIGINT within two seconds.
///
/// The stage subscribes to what it needs, calls ``StageContext/ready()`` and then works until its input ends. On a signal the graceful
/// shutdown of swift-service-lifecycle begins: the stage finishes what ``StageContext/begin(_:)`` has begun and begins nothing more, the publishers
/// of what is in hand are told, and then its successor takes over; what is not done after 1.2 seconds is cancelled.
public struct StageRunner {
    /// How long a stage may take to finish the turn in hand.
    static let drainTime = Duration.milliseconds(1200)
    /// How often it says that it lives.
    static let beat = Duration.seconds(1)

    private let role: String
    private let engine: String?
    private let tracking: [any BusMessage.Type]
    private let options: StageOptions
    private let placement: ReplicaMode
    private let app: String?

    /// A runner.
    /// - Parameters:
    ///   - role: `listen`, `transcribe`, …
    ///   - engine: What does the work, where there is a choice.
    ///   - tracking: The tracked kinds that the stage publishes.
    ///   - app: The app it runs: instances with different apps do not stand in for each other.
    ///   - options: From the command line.
    ///   - placement: How it stands beside others of its role.
    public init(
        role: String, engine: String? = nil, tracking: [any BusMessage.Type] = [], app: String? = nil,
        options: StageOptions, placement: ReplicaMode = .single
    ) {
        // A role of its own, so that nobody takes a shadow for one who does the work.
        self.role = placement.isShadow ? "shadow.\(role)" : role
        (self.engine, self.tracking, self.app, self.options) = (engine, tracking, app, options)
        self.placement = placement
    }

    /// Runs the stage to its end.
    /// - Throws: What `reportingFailure` turns into an exit code.
    public func run(_ stage: @escaping @Sendable (StageContext) async throws -> Void) async throws {
        let started = ContinuousClock.now
        let instance = options.instance ?? "\(engine ?? role)-\(getProcessID())"
        guard let source = Source(role: role, instance: instance) else {
            throw StageFailure(.usage, "\"\(instance)\" cannot be an instance's name")
        }
        let coverage = SessionScope(session: options.common.chosenSession, share: placement.share)
        if let session = coverage.session, !coverage.contains(session) {
            throw StageFailure(
                .usage,
                "the conversation \"\(session)\" does not belong to --buckets \(placement.share?.description ?? ""): leave one of the two out"
            )
        }
        var logger = Logger(label: "\(source)", factory: { StreamLogHandler(label: $0, stream: StandardError.shared) })
        logger.logLevel = options.common.logLevel.level
        let bus = try Bus(
            at: options.common.address(), as: source, tracking: tracking, coverage: coverage,
            isShadow: placement.isShadow, logger: logger)
        let context = StageContext(
            bus: bus, logger: logger, coverage: coverage, placement: placement, app: app, engine: engine,
            started: started, patience: options.common.patience)
        let work = ClosureService {
            try await withGracefulShutdownHandler {
                try await stage(context)
                await bus.settled()
            } onGracefulShutdown: {
                context.drain()
            }
        }
        var configuration = ServiceGroupConfiguration(
            services: [
                .init(service: BeatService(context: context), successTerminationBehavior: .ignore),
                .init(service: ElectionService(context: context), successTerminationBehavior: .ignore),
                .init(
                    service: ClosureService { try await cancelWhenGracefulShutdown { try await bus.ended() } },
                    successTerminationBehavior: .ignore, failureTerminationBehavior: .cancelGroup),
                .init(
                    service: work, successTerminationBehavior: .gracefullyShutdownGroup,
                    failureTerminationBehavior: .cancelGroup),
            ], gracefulShutdownSignals: [.sigterm, .sigint],
            logger: Logger(label: "lifecycle") { _ in SwiftLogNoOpLogHandler() })
        configuration.maximumGracefulShutdownDuration = Self.drainTime
        do {
            try await ServiceGroup(configuration: configuration).run()
        } catch is CancellationError {
            // Draining took too long, and what was left has been cancelled: as told.
        } catch {
            context.publishStatus(.failed, problem: "\(error)")
            await bus.close()
            throw error
        }
        context.publishStatus(.stopped)
        await bus.close()
    }
}

/// Work that ends, as a service.
struct ClosureService: Service {
    let body: @Sendable () async throws -> Void
    init(_ body: @escaping @Sendable () async throws -> Void) { self.body = body }
    func run() async throws { try await body() }
}

/// Publishes the status once a second.
struct BeatService: Service {
    let context: StageContext

    func run() async throws {
        try? await cancelWhenGracefulShutdown {
            while true {
                try await Task.sleep(for: StageRunner.beat)
                if context.isReady { context.publishStatus() }
            }
        }
    }
}

/// Takes over and steps down.
struct ElectionService: Service {
    let context: StageContext

    func run() async throws {
        try? await cancelWhenGracefulShutdown { [context] in try await context.followElection() }
    }
}
