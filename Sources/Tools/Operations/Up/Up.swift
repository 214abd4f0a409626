import Foundation
import SaybusBus
import SaybusMessages
import SaybusProcesses
import SaybusSound
import SaybusStage
import SaybusSupport
import SaybusTerminal

/// `saybus up`: runs a whole pipeline.
public struct Up: Sendable {
    private let plan: any PipelineDescription
    private let address: BusAddress
    private let finder: ProgramFinder

    /// Creates a pipeline on a bus. The URL of the bus replaces the one in the plan.
    public init(_ plan: PipelinePlan, at address: BusAddress, finder: ProgramFinder = ProgramFinder()) {
        var plan = plan
        plan.bus = address.url
        self.init(plan as any PipelineDescription, at: address, finder: finder)
    }

    /// Creates a pipeline on the bus that its description names.
    public init(
        _ plan: any PipelineDescription, at address: BusAddress, finder: ProgramFinder = ProgramFinder()
    ) {
        (self.plan, self.address, self.finder) = (plan, address, finder)
    }

    /// Runs the pipeline until a signal ends it.
    /// - Throws: `StageFailure` with the exit code of the program that cannot go on, or when something is missing.
    public func run(output: TextOutput = .standardOutput, log: TextOutput = .standardError) async throws {
        let started = ContinuousClock.now
        // Signals are caught before any child runs: a user who sees a child start may press Ctrl-C at once.
        let stops = await StopSignals.caught()
        let hasLoudspeaker = plan.asksForLoudspeaker ? await Self.hasLoudspeaker() : true
        let (programs, notices) = try plan.programs(finder, hasLoudspeaker: { hasLoudspeaker })
        let runner = PipelineRunner(programs, launcher: finder.executable, output: log)
        let own = SupervisorLog(programs.map(\.name), to: log)
        for notice in notices { own.notice(notice) }
        try await runner.run(stops: stops) { [plan, address] running in
            do {
                guard
                    try await Self.waitUntilReady(
                        PipelineReadiness(
                            plan.roles, replicas: plan.instances, programs: plan.programInstances,
                            hasApps: plan.hasApps), of: running,
                        at: address)
                else { return }
                let time = ContinuousClock.now - started
                output.line("pipeline ready after=\(time.milliseconds)ms bus=\(address)")
            } catch is CancellationError {
            } catch {
                own.notice("cannot tell when the pipeline is ready: \(error)")
            }
        }
    }

    /// Waits until a pipeline is at work. Stages that this pipeline did not start do not count.
    /// - Returns: False when the bus was closed first.
    static func waitUntilReady(
        _ readiness: PipelineReadiness, of processes: RunningProcesses, at address: BusAddress
    ) async throws -> Bool {
        guard let source = Source(role: "up", instance: "saybus-\(getpid())") else { return false }
        let bus = try Bus(at: address, as: source)
        return try await withClosing(bus) {
            let statuses = bus.subscribe(StageStatus.self)
            // The broker is starting meanwhile, and may be restarted. The wait of a day is in effect unlimited: the
            // runner cancels it when the programs have ended.
            try await bus.ready(within: .seconds(86_400))
            var readiness = readiness
            for try await status in statuses where processes.contains(status.body.pid) {
                if readiness.update(status.body) { return true }
            }
            return false
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
