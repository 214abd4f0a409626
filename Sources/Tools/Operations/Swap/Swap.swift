import Foundation
import SaybusBroker
import SaybusBus
import SaybusMessages
import SaybusProcesses
import SaybusStage
import SaybusTerminal

/// `saybus swap`: lets a program take the place of a stage while the pipeline runs, and gives the place back when the
/// program ends.
///
/// The stage that works gives way because it was started with `--standby`, as `saybus up` starts recognizers: it
/// finishes what it has begun, stays on standby, and takes over again when the program has stopped, failed, or is lost.
public struct Swap: Sendable {
    private let role: Role
    private let command: [String]
    private let address: BusAddress
    private let environment: [String: String]
    private let wait: Duration
    private let finder: ProgramFinder

    /// Creates a swap.
    /// - Parameters:
    ///   - role: The role of the stage, one of ``PipelinePlan/swappable``.
    ///   - command: The program and its arguments.
    ///   - address: The address of the bus.
    ///   - environment: Variables for the program, such as its key, beside `SAYBUS_BUS`.
    ///   - wait: The time to wait for the broker and the stage.
    ///   - finder: The search for the program.
    public init(
        _ role: Role, _ command: [String], at address: BusAddress, environment: [String: String] = [:],
        wait: Duration = .zero, finder: ProgramFinder = ProgramFinder()
    ) {
        (self.role, self.command, self.address, self.wait, self.finder) = (role, command, address, wait, finder)
        self.environment = environment.merging(["SAYBUS_BUS": address.url]) { own, _ in own }
    }

    /// Runs the program until it ends, or a signal ends it.
    /// - Throws: `StageFailure`: `unavailable` when there is no stage of the role, or it would not give way; `failed`
    ///   when the program ended by itself with another exit code than 0, or no former stage works afterwards.
    public func run(output: TextOutput = .lastingStandardOutput, log: TextOutput = .standardError) async throws {
        let lock = try lock()
        defer { withExtendedLifetime(lock) {} }
        let stops = await StopSignals.caught()
        let client = try ClientConnection(.swap, at: address, wait: wait, tracking: [])
        try await withClosing(client.bus) {
            try await client.ready([role.rawValue], wait: wait)
            let members = client.bus.presence.members.values.map(\.status)
            let permanent = SwapProgress.permanent(role, members)
            guard permanent.isEmpty else {
                throw StageFailure(
                    .unavailable,
                    "\(permanent.joined(separator: ", ")) does not give way: start it with --standby, as saybus up does with recognizers; or leave it out with saybus up --without \(role)"
                )
            }
            try await run(SwapProgress(role, members), client, stops, output, log)
        }
    }

    /// Takes the role, so that no other swap on this machine takes this one's program for its own.
    private func lock() throws(StageFailure) -> AbstractSocketLock? {
        guard let directory = address.directory else { return nil }
        do throws(AbstractSocketLock.InUse) { return try AbstractSocketLock(.swap(role), of: directory) } catch {
            let process = error.process.map { " (process \($0))" } ?? ""
            throw StageFailure(
                .unavailable, "another saybus swap\(process) has the place of \(role) on this bus: end it first")
        }
    }

    private func run(
        _ progress: SwapProgress, _ client: ClientConnection, _ stops: AsyncStream<Void>, _ output: TextOutput,
        _ log: TextOutput
    ) async throws {
        let program = try program()
        let lines = SupervisorLog([program.name], to: log)
        let child = ChildProcess(program, launcher: finder.executable, running: RunningProcesses())
        // Bounded by the stages' heartbeats, which are read at once.
        let (events, sink) = AsyncStream.makeStream(of: SwapRun.Event.self)
        try await withThrowingTaskGroup(of: Void.self) { group in
            defer { group.cancelAll() }
            group.addTask {
                var reason = "it was closed"
                do {
                    for try await status in client.statuses { sink.yield(.status(status.body)) }
                } catch {
                    reason = "\(error)"
                }
                sink.yield(.busLost(StageFailure(.unavailable, "the bus at \(address) is gone: \(reason)")))
            }
            group.addTask { for await _ in stops { sink.yield(.stop) } }
            group.addTask {
                // The time limit itself.
                try await Task.sleep(for: SwapRun.startTime)
                sink.yield(.slowStart)
                try await Task.sleep(for: SwapRun.maximumStartTime - SwapRun.startTime)
                sink.yield(.neverReady)
            }
            group.addTask { sink.yield(.ended(await child.run { lines.line($0, of: program, 0) })) }
            var run = SwapRun(role, progress, program, child, lines, output)
            lines.notice("waiting for \(program.name) to be ready in the role \(role) …")
            for await event in events {
                if try run.apply(event) {
                    group.addTask {
                        // The time limit itself.
                        try await Task.sleep(for: SwapRun.returnTime)
                        sink.yield(.tooLate)
                    }
                }
                if try run.isOver() { return }
            }
        }
    }

    private func program() throws(StageFailure) -> ChildProgram {
        guard let first = command.first else { throw StageFailure(.usage, "swap needs a program after --") }
        let path = first.contains("/") ? first : try finder.find(first)
        let name = (first as NSString).lastPathComponent
        return ChildProgram(name: name, path: path, arguments: Array(command.dropFirst()), environment: environment)
    }
}
