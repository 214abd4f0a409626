import Foundation
import SaybusBroker
import SaybusBus
import SaybusMessages
import SaybusProcesses
import SaybusStage
import SaybusSupport
import SaybusTerminal

/// `saybus swap`: lets a program take the place of a stage while the pipeline runs, and gives the place back when the
/// program ends.
///
/// The stage that works gives way because it was started with `--standby`, as `saybus up` starts recognizers: it
/// finishes what it has begun, stays on standby, and takes over again when the program has stopped, failed, or is lost.
public struct Swap: Sendable {
    /// The time in which a former stage must work again: more than the broker needs to see that a program was killed.
    private static let returnTime = Duration.seconds(10)
    /// The time after which a notice says that the program is not ready yet. Most recognizers load their models in
    /// less.
    private static let startTime = Duration.seconds(20)
    /// The time in which the program must be ready: more than the largest models need.
    private static let longestStart = Duration.seconds(300)

    private enum Event: Sendable {
        case status(StageStatus)
        case ended(Supervisor.End)
        case stop
        case tooLate
        case slowStart
        case neverReady
        /// The bus cannot be used any more, for a reason.
        case busLost(String)
    }

    private let role: String
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
    public init(
        _ role: String, _ command: [String], at address: BusAddress, environment: [String: String] = [:],
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
        let client = try ClientConnection("swap", at: address, wait: wait, tracking: [])
        try await withClosing(client.bus) {
            try await client.ready([role], wait: wait)
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
        let (events, sink) = AsyncStream.makeStream(of: Event.self)
        try await withThrowingTaskGroup(of: Void.self) { group in
            defer { group.cancelAll() }
            group.addTask {
                var reason = "it was closed"
                do {
                    for try await status in client.statuses { sink.yield(.status(status.body)) }
                } catch {
                    reason = "\(error)"
                }
                sink.yield(.busLost(reason))
            }
            group.addTask { for await _ in stops { sink.yield(.stop) } }
            group.addTask {
                // The time limit itself.
                try await Task.sleep(for: Self.startTime)
                sink.yield(.slowStart)
                try await Task.sleep(for: Self.longestStart - Self.startTime)
                sink.yield(.neverReady)
            }
            group.addTask { sink.yield(.ended(await child.run { lines.line($0, of: program, 0) })) }
            var progress = progress
            var end: Supervisor.End?
            /// The failure that is thrown when the program has ended; nil while it may still take the place.
            var failure: StageFailure?
            var stopCount = 0
            var since = ContinuousClock.now
            lines.notice("waiting for \(program.name) to be ready in the role \(role) …")
            for await event in events {
                var isNews = false
                let hadFailure = failure != nil
                switch event {
                case .status(let status):
                    guard failure == nil else { break }
                    if progress.isElsewhere(status, process: child.processID.map { Int($0) }) {
                        failure = StageFailure(
                            .failed,
                            "\(program.name) is ready as \(status.role)/\(status.instance), not in the role \(role): nothing was swapped"
                        )
                    }
                    isNews = progress.update(status)
                case .ended(let how):
                    if let failure { throw failure }
                    guard progress.own != nil || stopCount > 0 else {
                        throw Self.failure(program, how, child, "it never became ready, and nothing was swapped")
                    }
                    end = how
                    if progress.phase != .returning { since = .now }
                    isNews = progress.end()
                case .stop:
                    stopCount += 1
                    child.send(stopCount == 1 && failure == nil ? SIGTERM : SIGKILL)
                    since = .now
                    isNews = progress.end()
                case .tooLate:
                    guard failure == nil else {
                        child.send(SIGKILL)
                        break
                    }
                    guard progress.phase != .returned else { break }
                    throw StageFailure(
                        .failed, "no other \(role) stage works \(Self.returnTime.inWords) after \(program.name) ended")
                case .slowStart:
                    guard progress.phase == .starting, failure == nil else { break }
                    lines.notice(
                        "\(program.name) is not ready after \(Self.startTime.inWords): it must connect to SAYBUS_BUS in the role \(role) and publish its stage.status; Ctrl-C ends it"
                    )
                case .neverReady:
                    guard progress.phase == .starting, stopCount == 0, failure == nil else { break }
                    failure = StageFailure(
                        .failed,
                        "\(program.name) is not ready in the role \(role) after \(Self.longestStart.inWords): nothing was swapped"
                    )
                case .busLost(let reason):
                    throw StageFailure(.unavailable, "the bus at \(address) is gone: \(reason)")
                }
                if isNews { tell(progress, since, lines, output) }
                let isGivenUp = failure != nil && !hadFailure
                // It ends as usual: killed at once, it would be lost for the others on the bus.
                if isGivenUp { child.send(SIGTERM) }
                if isGivenUp || isNews && progress.phase == .returning {
                    group.addTask {
                        // The time limit itself.
                        try await Task.sleep(for: Self.returnTime)
                        sink.yield(.tooLate)
                    }
                }
                if progress.phase == .returned, let end {
                    guard stopCount > 0 || end == .exited(0) else {
                        throw Self.failure(program, end, child, "the former \(role) stage works again")
                    }
                    return
                }
            }
        }
    }

    private func tell(
        _ progress: SwapProgress, _ since: ContinuousClock.Instant, _ lines: SupervisorLog, _ output: TextOutput
    ) {
        let time = "\((ContinuousClock.now - since).milliseconds) ms"
        switch progress.phase {
        case .starting: break
        case .overlapping:
            lines.notice("\(progress.own?.description ?? role) is ready; the former stage finishes its work")
        case .active: output.line("\(progress.own?.description ?? role) has taken over; Ctrl-C ends it")
        case .returning: lines.notice("waiting for the former \(role) stage …")
        case .returned: output.line("the former \(role) stage works again after \(time)")
        }
    }

    private func program() throws(StageFailure) -> ChildProgram {
        guard let first = command.first else { throw StageFailure(.usage, "swap needs a program after --") }
        let path = first.contains("/") ? first : try finder.find(first)
        let name = (first as NSString).lastPathComponent
        return ChildProgram(name: name, path: path, arguments: Array(command.dropFirst()), environment: environment)
    }

    private static func failure(
        _ program: ChildProgram, _ end: Supervisor.End, _ child: ChildProcess, _ rest: String
    ) -> StageFailure {
        StageFailure(.failed, "\(program.name) \(PipelineRun.sentence(end))\(child.lastWords); \(rest)")
    }
}
