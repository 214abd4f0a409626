import Foundation
import SaybusStage
import SaybusTerminal

/// A runner of the programs of a pipeline as child processes. It carries out the decisions of a ``Supervisor``.
public struct PipelineRunner: Sendable {
    private enum Event: Sendable {
        case ended(Int, Supervisor.End)
        case tick
        case stop
    }

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
    ///   - companion: Runs beside the programs, gets their process ids, and is cancelled when they have ended.
    /// - Throws: `StageFailure` with the exit code and the last message of the program that failed for good.
    public func run(
        stops: AsyncStream<Void>, beside companion: @escaping @Sendable (RunningProcesses) async -> Void = { _ in }
    ) async throws {
        // Unbounded, but few events arrive: a child ends once per start, a timer fires once, and there are two stops.
        let (events, sink) = AsyncStream.makeStream(of: Event.self)
        let running = RunningProcesses()
        var supervisor = Supervisor(programs.map(\.rule))
        var children: [Int: ChildProcess] = [:]
        var scheduled: Int64?
        let failure = await withTaskGroup(of: Void.self) { group -> (Supervisor.Failure, String?)? in
            defer { group.cancelAll() }
            group.addTask { for await _ in stops { sink.yield(.stop) } }
            group.addTask { await companion(running) }
            var actions = supervisor.start(now: Self.now())
            var iterator = events.makeAsyncIterator()
            while true {
                for action in actions {
                    switch action {
                    case .launch(let number):
                        let child = ChildProcess(programs[number], launcher: launcher, running: running)
                        children[number] = child
                        group.addTask { [log] in
                            let end = await child.run { log.line($0, of: number) }
                            sink.yield(.ended(number, end))
                        }
                    case .willRestart(let number, let end, let pause):
                        log.notice(
                            "\(programs[number].name) \(Self.words(end)); it is started again \(pause == 0 ? "at once" : "in \(Self.seconds(pause))")"
                        )
                    case .hasFinished(let number):
                        log.notice("\(programs[number].name) has come to the end of its work")
                    case .terminate(let number): children[number]?.send(SIGTERM)
                    case .kill(let number):
                        log.notice("\(programs[number].name) does not end and is killed")
                        children[number]?.send(SIGKILL)
                    case .finish(let failed):
                        return failed.map { ($0, children[$0.program]?.lastMessage) }
                    }
                }
                if let due = supervisor.nextDue, due != scheduled {
                    scheduled = due
                    group.addTask {
                        // Waits until the next tick is due. Cancelled when all programs have ended.
                        try? await Task.sleep(for: .microseconds(max(0, due - Self.now())))
                        sink.yield(.tick)
                    }
                }
                switch await iterator.next() {
                case .ended(let number, let end): actions = supervisor.ended(number, end, now: Self.now())
                case .tick:
                    actions = supervisor.tick(now: Self.now())
                    scheduled = nil
                case .stop: actions = supervisor.stop(now: Self.now())
                // This task was cancelled, and with it the tasks of the children, which kills the children.
                case nil: return nil
                }
            }
        }
        if let (failure, words) = failure { throw Self.error(programs[failure.program], failure.code, words) }
    }

    private static func error(_ program: ChildProgram, _ code: Int32, _ words: String?) -> StageFailure {
        let reason = words.map { ": \($0)" } ?? ""
        return StageFailure(
            StageFailure.Code(rawValue: code) ?? .failed,
            "all programs were stopped, because \(program.name) ended with exit code \(code)\(reason)")
    }

    private static func words(_ end: Supervisor.End) -> String {
        switch end {
        case .exited(let code): "ended with exit code \(code)"
        case .signalled(let signal): "was ended by signal \(signal) (\(String(cString: strsignal(signal))))"
        case .notStarted(let reason): "did not start: \(reason)"
        }
    }

    private static func seconds(_ microseconds: Int64) -> String {
        String(format: "%g s", Double(microseconds) / 1_000_000)
    }

    private static func now() -> Int64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1000
    }
}
