import Foundation
import Logging
import SaybusAppFiles
import SaybusBroker
import SaybusBus
import SaybusMessages
import SaybusProcesses
import SaybusSound
import SaybusStage
import SaybusSupport
import SaybusTelemetry
import SaybusTerminal

/// `saybus up`: runs a whole pipeline.
public struct Up: Sendable {
    /// A description in a file, whose changes are taken while the pipeline runs.
    public struct File: Sendable {
        /// The file's path.
        public let path: String
        /// Reads the file again and returns its pipeline, and its bus with the keys of `saybus up` itself.
        let read: @Sendable () async throws -> (plan: any PipelineDescription, address: BusAddress)

        /// Names a file.
        /// - Parameters:
        ///   - path: The file's path.
        ///   - read: Reads the file again and returns its pipeline, and its bus with the keys of `saybus up` itself.
        public init(
            path: String,
            read: @escaping @Sendable () async throws -> (plan: any PipelineDescription, address: BusAddress)
        ) {
            (self.path, self.read) = (path, read)
        }
    }

    /// Time for the last lines of the log to be read.
    private static let flushTime = Duration.seconds(1)
    /// The most files that the supervisor has open for each program while it starts or reads it.
    private static let filesPerProgram = 8

    private let plan: any PipelineDescription
    private let address: BusAddress
    private let finder: ProgramFinder
    private let file: File?

    /// Creates a pipeline on a bus. The URL of the bus replaces the one in the plan.
    public init(_ plan: PipelinePlan, at address: BusAddress, finder: ProgramFinder = ProgramFinder()) {
        var plan = plan
        plan.bus = address.url
        self.init(plan as any PipelineDescription, at: address, finder: finder)
    }

    /// Creates a pipeline on the bus that its description names.
    /// - Parameters:
    ///   - plan: The description.
    ///   - address: The address of the bus.
    ///   - finder: The search for the programs.
    ///   - file: The file of the description; nil when it cannot change.
    public init(
        _ plan: any PipelineDescription, at address: BusAddress, finder: ProgramFinder = ProgramFinder(),
        file: File? = nil
    ) {
        (self.plan, self.address, self.finder, self.file) = (plan, address, finder, file)
    }

    /// Runs the pipeline until a signal ends it.
    /// - Throws: `StageFailure` with the exit code of the program that cannot go on, or when something is missing.
    public func run(output: TextOutput = .lastingStandardOutput, log: TextOutput = .standardError) async throws {
        let started = ContinuousClock.now
        // Signals are caught before any child runs: a user who sees a child start may press Ctrl-C at once.
        let stops = await StopSignals.caught()
        let hasLoudspeaker = plan.asksForLoudspeaker ? await Self.hasLoudspeaker() : true
        let (programs, notices) = try plan.programs(finder, hasLoudspeaker: { hasLoudspeaker })
        try Self.requireFiles(for: programs)
        let lock = try lock(programs)
        // The system gives the lock back when this process ends.
        defer { withExtendedLifetime(lock) {} }
        try await checkConsole(programs)
        // A supervisor goes on while nobody reads its lines.
        let names = programs.map(\.name)
        let lines = OutputQueue(log) { output, count in
            let log = SupervisorLog(names, to: output)
            log.notice("lines were dropped, since nobody read this log: \(count)", .warning)
        }
        let results = OutputQueue(output) { _, _ in }
        let end: Result<Void, any Error>
        do {
            end = .success(try await run(programs, notices, since: started, stops, results.output, lines.output))
        } catch {
            end = .failure(error)
        }
        await results.flush(within: Self.flushTime)
        await lines.flush(within: Self.flushTime)
        try end.get()
    }

    private func run(
        _ programs: [ChildProgram], _ notices: [String], since started: ContinuousClock.Instant,
        _ stops: AsyncStream<Void>, _ output: TextOutput, _ log: TextOutput
    ) async throws {
        let runner = PipelineRunner(programs, launcher: finder.executable, output: log)
        let own = SupervisorLog(programs.map(\.name), to: log)
        for notice in notices { own.notice(notice) }
        let (changes, change) = AsyncStream.makeStream(of: [ChildProgram].self)
        let registry = MetricRegistry()
        registry.addCollector(ProcessMetrics.families)
        let metrics = SupervisorMetricsServer(registry)
        do throws(TelemetryError) { try await metrics.serve(at: plan.telemetry.metrics) } catch {
            throw StageFailure(.unavailable, error.reason)
        }
        defer { Task { await metrics.close() } }
        try await runner.run(stops: stops, changes: changes) { [plan, address] running in
            registry.addCollector { SupervisorMetrics.families(running.programs(now: SteadyClock.microseconds())) }
            // The supervisor works; its status line tells which stages do.
            ServiceManager.own?.ready("starting")
            let reporter = PipelineReporter(address: address, running: running, log: own) {
                let time = ContinuousClock.now - started
                output.line("pipeline ready after=\(time.milliseconds)ms bus=\(address)")
            }
            let (moves, move) = AsyncStream.makeStream(of: BusAddress.self)
            let readiness = Watched(plan.readiness)
            await withTaskGroup(of: Void.self) { group in
                group.addTask { await follow(change, move, readiness, metrics, running, own) }
                group.addTask {
                    do {
                        try await reporter.run(readiness, moves: moves)
                    } catch is CancellationError {
                    } catch {
                        own.notice("cannot tell when the pipeline is ready: \(error)")
                    }
                }
                await group.waitForAll()
            }
        }
    }

    /// Raises the limit of open files to what the supervisor needs for its programs.
    /// - Throws: `StageFailure` when this process may not have so many.
    private static func requireFiles(for programs: [ChildProgram]) throws(StageFailure) {
        try OpenFileLimit.require(OpenFileLimit.minimum + programs.count * filesPerProgram)
    }

    /// Takes the lock of the bus's directory, or that of this part of the pipeline: the stages of a second one would
    /// join the first, and take the names and commands of its stages.
    private func lock(_ programs: [ChildProgram]) throws(StageFailure) -> AbstractSocketLock {
        guard let directory = address.directory, programs.contains(where: { $0.role == .broker }) else {
            let part = AbstractSocketLock.Purpose.supervisor(of: programs.map(\.name))
            do throws(AbstractSocketLock.InUse) {
                return try AbstractSocketLock(part, of: address.directory ?? address.url)
            } catch {
                let process = error.process.map { " (process \($0))" } ?? ""
                throw StageFailure(
                    .unavailable, "another saybus up\(process) runs the same stages on \(address) already: end it")
            }
        }
        if let process = AbstractSocketLock.process(.broker, of: directory) {
            throw StageFailure(
                .unavailable,
                "a broker (process \(process)) serves \(address) already: end its pipeline, or choose another --bus")
        }
        do throws(AbstractSocketLock.InUse) { return try AbstractSocketLock(.supervisor, of: directory) } catch {
            let process = error.process.map { " (process \($0))" } ?? ""
            throw StageFailure(
                .unavailable,
                "another pipeline\(process) runs on \(address) already: end it, or choose another --bus")
        }
    }

    /// Checks that the console can listen at its address: it would be started again for ever.
    private func checkConsole(_ programs: [ChildProgram]) async throws(StageFailure) {
        for program in programs where program.role == .console {
            guard let option = program.arguments.lastIndex(of: "--http"), option + 1 < program.arguments.count,
                let address = ListeningAddress(program.arguments[option + 1]), let reason = await address.obstacle()
            else { continue }
            throw StageFailure(
                .unavailable, "the console cannot listen at \(address): \(reason); choose another --console")
        }
    }

    /// Reads the file again whenever it changes. A file with an error is refused: the pipeline goes on as it is.
    private func follow(
        _ change: AsyncStream<[ChildProgram]>.Continuation, _ move: AsyncStream<BusAddress>.Continuation,
        _ readiness: Watched<PipelineReadiness>, _ metrics: SupervisorMetricsServer, _ running: RunningProcesses,
        _ log: SupervisorLog
    ) async {
        guard let file else { return }
        var known = address
        guard let watch = FileChanges(path: file.path) else {
            return log.notice("\(file.path) cannot be watched: restart to apply changes")
        }
        for await _ in watch.changes {
            do {
                let (plan, address) = try await file.read()
                let programs = try plan.programs(finder, hasLoudspeaker: { true }).programs
                try Self.requireFiles(for: programs)
                // Its changes, if it has any, are told by themselves.
                if running.refusal != nil { log.notice("\(file.path) is taken again") }
                running.refuse(nil)
                await metrics.leave(for: plan.telemetry.metrics)
                change.yield(programs)
                readiness.change { $0.change(to: plan.readiness) }
                if address != known { move.yield(address) }
                known = address
                do throws(TelemetryError) {
                    let address = plan.telemetry.metrics
                    guard try await metrics.serve(at: address) else { continue }
                    log.notice("its own metrics are served \(address.map { "at \($0)" } ?? "no more")")
                } catch {
                    log.notice("the supervisor has no metrics: \(error.reason)")
                }
            } catch is CancellationError {
                return
            } catch {
                let reason = "\(file.path) is refused, and the pipeline goes on as before: \(error)"
                log.notice(reason, .warning)
                running.refuse(reason)
            }
        }
    }

    private static func hasLoudspeaker() async -> Bool {
        do {
            return try await AudioDevices.list().contains { $0.serves(.output) }
        } catch {
            // If the sound server hangs, the audio stage waits for it.
            return (error as? SoundError)?.code == .deviceLost
        }
    }
}
