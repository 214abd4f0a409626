import Foundation
import Logging
import SaybusBus
import SaybusMessages
import SaybusStage
import SaybusSupport

/// A reporter of a running pipeline: prints the states of all stages in one line when they change, tells when the
/// pipeline is at work, and publishes the supervisor's own status.
struct PipelineReporter: Sendable {
    /// The least time between two lines, so that a start is not a flood of lines.
    private static let linePause = Duration.milliseconds(500)
    private static let heartbeat = Duration.seconds(1)
    /// The time without a status, of which the broker publishes one each second, after which it is asked for an answer.
    private static let silence = Duration.seconds(5)
    /// Restarts after which, and microseconds since the last end within which, a program counts as a crash loop.
    private static let loop = (restarts: 3, memory: Int64(60_000_000))

    let address: BusAddress
    let running: RunningProcesses
    let log: SupervisorLog
    /// Called once, when the pipeline is at work.
    let whenReady: @Sendable () -> Void

    /// Reports until the task is cancelled, or the bus is closed.
    /// - Parameters:
    ///   - readiness: The readiness of the pipeline, whose needs may change.
    ///   - moves: The bus with other keys, whenever they change.
    /// - Throws: `BusError`.
    func run(_ readiness: Watched<PipelineReadiness>, moves: AsyncStream<BusAddress>) async throws {
        guard let source = Source(role: .up, instance: "saybus-\(getpid())") else { return }
        let connection = SupervisorConnection(try Bus(at: address, as: source, logger: log.logger))
        let started = ContinuousClock.now
        let heard = Watched<ContinuousClock.Instant?>(nil)
        await withTaskGroup(of: Void.self) { group in
            group.addTask { await lines(connection) }
            group.addTask { try? await follow(readiness, connection, heard) }
            group.addTask { await beats(connection, started) }
            group.addTask { await killFrozen(connection, heard) }
            group.addTask { await move(connection, by: moves) }
            await group.waitForAll()
        }
        // The last message: nobody misses this process, and a broker that ends meanwhile is no surprise to it.
        let bus = connection.bus
        _ = try? bus.publish(status(bus, source, started, .stopped))
        await bus.close()
    }

    /// Connects anew with other keys. The broker refuses the former ones as soon as they are revoked.
    private func move(_ connection: SupervisorConnection, by moves: AsyncStream<BusAddress>) async {
        for await address in moves {
            do throws(BusError) {
                let bus = try Bus(at: address, as: connection.bus.source, logger: log.logger)
                await connection.replace(by: bus).close()
                log.notice("the supervisor has \(address.credentials.map { "the key \($0.name)" } ?? "no key") now")
            } catch {
                log.notice("the supervisor keeps its former key: \(error.reason)", .warning)
            }
        }
    }

    /// Tells when the pipeline is at work. Stages that this pipeline did not start do not count.
    /// - Parameters:
    ///   - readiness: The readiness of the pipeline.
    ///   - connection: The connection.
    ///   - heard: The time of the newest status that has come by the connection; nil when none has come.
    private func follow(
        _ readiness: Watched<PipelineReadiness>, _ connection: SupervisorConnection,
        _ heard: Watched<ContinuousClock.Instant?>
    ) async throws {
        defer { heard.change { $0 = nil } }
        var isTold = false
        var former: Bus?
        // A connection that was replaced is closed, which ends its subscription.
        while former !== connection.bus {
            let bus = connection.bus
            former = bus
            heard.change { $0 = nil }
            let statuses = bus.subscribe(StageStatus.self)
            // The broker is starting meanwhile, and may be restarted. The wait of a day is in effect unlimited: the
            // runner cancels it when the programs have ended.
            do { try await bus.ready(within: .seconds(86_400)) } catch {
                guard bus === connection.bus else { continue }
                throw error
            }
            for try await status in statuses {
                heard.change { $0 = ContinuousClock.now }
                let isOwn = running.contains(status.body.pid)
                let isComplete = readiness.change { $0.update(status.body, isOwn: isOwn) }
                if isComplete, !isTold {
                    isTold = true
                    whenReady()
                }
                running.touch()
            }
        }
    }

    private func lines(_ connection: SupervisorConnection) async {
        var last = ""
        for await _ in running.changes {
            let stages = stages(connection.bus)
            // The seconds to the next start change all the time, as do the states of a program in a crash loop.
            let words = PipelineLine.text(stages.map { $0.inLoop(after: Self.loop.restarts).withoutTime })
            guard words != last, !stages.isEmpty else { continue }
            last = words
            log.notice(PipelineLine.text(stages, columns: log.columns))
            // The pace of the lines.
            try? await Task.sleep(for: Self.linePause)
        }
    }

    private func beats(_ connection: SupervisorConnection, _ started: ContinuousClock.Instant) async {
        while !Task.isCancelled {
            let bus = connection.bus
            // A key of a policy may not let a supervisor report; the stages work nevertheless.
            if bus.refusal == nil { _ = try? bus.publish(status(bus, bus.source, started, .ready)) }
            ServiceManager.own?.beat(PipelineLine.text(stages(bus).map(\.withoutTime)))
            try? await Task.sleep(for: Self.heartbeat)
        }
    }

    /// Kills programs of this pipeline that have been lost to the bus for a while although their processes run: they
    /// hang, and nothing else would start them again.
    private func killFrozen(
        _ connection: SupervisorConnection, _ heard: Watched<ContinuousClock.Instant?>
    ) async {
        var frozen = FrozenPrograms()
        while !Task.isCancelled {
            try? await Task.sleep(for: Self.heartbeat)
            let bus = connection.bus
            let isSilent = await isSilent(bus, since: heard.value)
            for status in frozen.update(stages(bus), isSilent: isSilent, at: .now)
            where running.contains(status.pid) && !Self.isTraced(status.pid) {
                let time = FrozenPrograms.timeout.components.seconds
                log.notice(
                    "\(status.role)/\(status.instance) has not been heard of for \(time) s although its process \(status.pid) runs; it is killed",
                    .error)
                kill(pid_t(status.pid), SIGKILL)
            }
        }
    }

    /// Returns whether the broker hangs: no status has come for a while, and it does not answer.
    private func isSilent(_ bus: Bus, since heard: ContinuousClock.Instant?) async -> Bool {
        guard let heard, ContinuousClock.now - heard > Self.silence else { return false }
        do { try await bus.ready(within: Self.heartbeat) } catch {
            // A broker that refuses this program's key works.
            return (error as? BusError)?.code == .noBroker
        }
        return false
    }

    /// Returns whether a debugger has stopped a process (`t` in proc(5)).
    private static func isTraced(_ processID: Int) -> Bool {
        guard let text = try? String(contentsOfFile: "/proc/\(processID)/stat", encoding: .utf8),
            let end = text.lastIndex(of: ")")
        else { return false }
        return text[end...].dropFirst().first { $0 != " " } == "t"
    }

    private func stages(_ bus: Bus) -> [ExpectedStage] {
        ExpectedStage.list(
            running.programs(now: SteadyClock.microseconds()), bus.presence.members.values.map(\.status))
    }

    private func status(
        _ bus: Bus, _ source: Source, _ started: ContinuousClock.Instant, _ state: StageStatus.State
    ) -> StageStatus {
        let programs = running.programs(now: SteadyClock.microseconds())
        let now = WallClock.microseconds()
        let looping = programs.filter { program in
            program.restarts >= Self.loop.restarts && now - (program.lastEndAt ?? 0) < Self.loop.memory
        }
        // The troubles of programs can be seen from the list of programs, too.
        let problem =
            running.refusal
            ?? looping.compactMap { ExpectedStage(program: $0, status: nil).trouble(now: now) }.first
        return StageStatus(
            role: source.role, instance: source.instance, state: state, pid: Int(getpid()),
            uptimeMs: Int((ContinuousClock.now - started).milliseconds), counters: bus.counters, problem: problem,
            supervises: Array(programs.prefix(StageStatus.maximumSupervised)))
    }
}

extension ExpectedStage {
    /// Returns the stage as one that waits for its next start, if it was started again so many times and is not at
    /// work.
    fileprivate func inLoop(after restarts: Int) -> ExpectedStage {
        guard program.state == .running, program.restarts >= restarts, isAbsent || word == "starting" else {
            return self
        }
        var program = program
        program.state = .waiting
        return ExpectedStage(program: program, status: status)
    }

    /// The stage without the time that is left to the next start.
    fileprivate var withoutTime: ExpectedStage {
        var program = program
        program.nextStartMs = nil
        return ExpectedStage(program: program, status: status)
    }
}
