import Foundation
import SaybusBus
import SaybusStage
import SaybusTerminal

/// A runner of the programs of a pipeline as child processes. It carries out the decisions of a ``Supervisor``.
public struct PipelineRunner: Sendable {
    enum Event: Sendable {
        case ready(Int)
        case ended(Int, Supervisor.End)
        case tick
        case stop
        case change([ChildProgram])
    }

    /// The time that tasks have to end after the end of the last program was awaited in vain.
    private static let endTime = Duration.seconds(1)

    private let programs: [ChildProgram]
    private let launcher: String
    private let log: SupervisorLog

    /// Creates a runner of some programs.
    /// - Parameters:
    ///   - programs: The programs in the order in which they are started. They are ended in the reverse order.
    ///   - launcher: The path of the `saybus` program, which starts the programs: see ``ChildLauncher``.
    ///   - output: The destination of all lines.
    public init(_ programs: [ChildProgram], launcher: String, output: TextOutput) {
        self.programs = programs
        self.launcher = launcher
        log = SupervisorLog(programs.map(\.name), to: output)
    }

    /// Runs the programs until a stop is requested, until all have finished, or until one fails for good.
    /// - Parameters:
    ///   - stops: The requests to stop. The first ends all programs in order, the second kills them.
    ///   - changes: The programs as they are to be from now on, each time when that changes. Only those that differ are
    ///     ended, started or started again. One that cannot run as it is described now is run as before.
    ///   - companion: Runs beside the programs, gets their process ids, and is cancelled when they are to end, so that
    ///     it can leave the bus before the broker does.
    /// - Throws: `StageFailure` with the exit code and the last message of the program that failed for good.
    public func run(
        stops: AsyncStream<Void>, changes: AsyncStream<[ChildProgram]> = AsyncStream { $0.finish() },
        beside companion: @escaping @Sendable (RunningProcesses) async -> Void = { _ in }
    ) async throws {
        // Unbounded, but few events arrive: a child is ready and ends once per start, a timer fires once, there are two
        // stops, and people change a file.
        let (events, sink) = AsyncStream.makeStream(of: Event.self)
        let running = RunningProcesses()
        // A process whose end is not reported leaves a task that does not end either.
        let watchdog = ExitWatchdog()
        defer { watchdog.stop() }
        // A group that collects results would keep the task of each start, for years in a crash loop.
        let outcome = await withDiscardingTaskGroup { group -> (ChildProgram, Int32, String?)? in
            defer { group.cancelAll() }
            group.addTask { for await _ in stops { sink.yield(.stop) } }
            group.addTask { for await programs in changes { sink.yield(.change(programs)) } }
            let (isOver, over) = AsyncStream.makeStream(of: Void.self)
            group.addTask { await Self.run(companion, beside: running, until: isOver) }
            var run = PipelineRun(programs, launcher: launcher, running: running, log: log)
            var actions = run.start(now: SteadyClock.microseconds())
            var scheduled: Int64?
            var iterator = events.makeAsyncIterator()
            while true {
                for action in actions {
                    switch action {
                    case .launch(let number): launch(number, of: &run, in: &group, running, sink)
                    case .finish(let failed):
                        if run.hasGivenUp {
                            watchdog.start(
                                within: Self.endTime, program: "saybus up",
                                "ended without having seen the end of each program")
                        }
                        return failed.map { (run.programs[$0.program], $0.code, run.lastMessage(of: $0.program)) }
                    default: run.perform(action, now: SteadyClock.microseconds())
                    }
                }
                actions = []
                if let due = run.supervisor.nextDue, due != scheduled {
                    scheduled = due
                    group.addTask {
                        // Waits until the next tick is due. Cancelled when all programs have ended.
                        try? await Task.sleep(for: .microseconds(max(0, due - SteadyClock.microseconds())))
                        sink.yield(.tick)
                    }
                }
                // A nil means that this task was cancelled, and with it the tasks of the children, which kills the
                // children.
                guard let event = await iterator.next() else { return nil }
                if case .tick = event { scheduled = nil }
                actions = run.record(event, now: SteadyClock.microseconds())
                if run.supervisor.isStopping { over.finish() }
            }
        }
        if let (program, code, words) = outcome { throw Self.error(program, code, words) }
    }

    /// Starts the next process of a program in a task, which tells of its readiness and of its end.
    private func launch(
        _ number: Int, of run: inout PipelineRun, in group: inout DiscardingTaskGroup, _ running: RunningProcesses,
        _ sink: AsyncStream<Event>.Continuation
    ) {
        let (child, program) = run.launch(number)
        group.addTask { [log] in
            let end = await child.run(started: { running.began(number, $0) }) { line in
                if line.hasPrefix(ChildProcess.readyWords) { sink.yield(.ready(number)) }
                log.line(line, of: program, number)
            }
            sink.yield(.ended(number, end))
        }
    }

    /// Runs a companion, and cancels it when a stream ends.
    private static func run(
        _ companion: @escaping @Sendable (RunningProcesses) async -> Void, beside running: RunningProcesses,
        until isOver: AsyncStream<Void>
    ) async {
        await withTaskGroup(of: Void.self) { group in
            group.addTask { await companion(running) }
            group.addTask { for await _ in isOver {} }
            await group.next()
            group.cancelAll()
        }
    }

    private static func error(_ program: ChildProgram, _ code: Int32, _ words: String?) -> StageFailure {
        let reason = words.map { ": \($0)" } ?? ""
        return StageFailure(
            StageFailure.Code(rawValue: code) ?? .failed,
            "all programs were stopped, because \(program.name) ended with exit code \(code)\(reason)")
    }
}
