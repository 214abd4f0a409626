import Foundation
import Logging
import SaybusBus
import SaybusMessages
import SaybusStage

/// The statuses of the link and of its stand-ins.
extension LinkRunner {
    func publish(_ standIn: StandIn, as role: Role, state: StageStatus.State? = nil) {
        guard let source = Source(role: role, instance: context.bus.source.instance) else { return }
        let status = StageStatus(
            role: role, instance: source.instance, engine: StandIn.engine,
            state: state ?? (standIn.isReady ? .ready : .failed),
            pid: Int(ProcessInfo.processInfo.processIdentifier),
            uptimeMs: Int((SteadyClock.microseconds() - started) / 1000),
            problem: standIn.problem, coverage: context.coverage, standby: true, term: standIn.term)
        var header = Header(
            kind: StageStatus.kind, session: context.session ?? .default, source: source, run: context.bus.run,
            sequence: standInSequences[role, default: 0], at: context.bus.now, retain: true)
        standInSequences[role, default: 0] += 1
        do {
            let body = try status.wire(header: &header)
            try context.bus.publish(frames: RawMessage(header: header, body: body).frames)
        } catch {
            context.logger.debug("cannot publish a status", metadata: ["error": "\(error)"])
        }
    }

    func showStatus() {
        let problem =
            cut.map { "the line to \(configuration.settings.servers[0]) is cut: \($0)" } ?? setupProblem
            ?? relay.counters.problem
        guard problem != shown else { return }
        shown = problem
        context.update { $0.problem = problem }
    }
}
