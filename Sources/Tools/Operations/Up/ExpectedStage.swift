import SaybusMessages
import SaybusSupport
import SaybusTerminal

/// A stage that a supervisor keeps running, with what the stage itself reports. Pure.
struct ExpectedStage: Equatable {
    /// Time for which the end of a process is worth a warning: ten minutes, in microseconds.
    static let memory: Int64 = 600_000_000

    /// The program, as its supervisor knows it.
    let program: SupervisedProgram
    /// The stage's newest status; nil when it has never reported.
    let status: StageStatus?

    /// Returns the stages that all supervisors of a bus keep running.
    /// - Parameter members: The newest status of each program on the bus.
    static func list(_ members: some Collection<StageStatus>) -> [ExpectedStage] {
        members.filter { !$0.state.isGone }.sorted { $0.instance < $1.instance }
            .flatMap { list($0.supervises ?? [], members) }
    }

    /// Returns the stages that supervised programs should bring to the bus, each with its newest status there.
    static func list(_ programs: [SupervisedProgram], _ members: some Collection<StageStatus>) -> [ExpectedStage] {
        programs.map { program in
            let own = members.filter { status in
                guard program.role == .app || [program.role, program.role.shadow].contains(status.role) else {
                    return false
                }
                return status.instance == program.instance || status.pid == program.pid
            }
            // An earlier process of another name may still be remembered.
            return ExpectedStage(program: program, status: own.first { !$0.state.isGone } ?? own.first)
        }
    }

    /// The state of the stage, in one or two words.
    var word: String {
        switch program.state {
        case .waiting: return "waiting"
        case .finished: return "finished"
        case .stopping: return "stopping"
        case .running: break
        }
        guard let status else { return "starting" }
        // The broker still knows the end of the process before this one.
        if status.state.isGone { return status.pid == program.pid ? status.state.rawValue : "starting" }
        return status.state == .ready && status.problem != nil ? "problem" : status.state.rawValue
    }

    /// Whether the stage does not do its work, although its supervisor wants it to.
    var isAbsent: Bool { program.state == .waiting || program.state == .running && status?.state.isGone ?? true }

    private var name: String {
        program.instance == program.role.rawValue ? program.instance : "\(program.role) \(program.instance)"
    }

    /// Returns whether a supervisor's problem is the trouble with this process, as ``trouble(now:)`` told it at an
    /// earlier time.
    func isConcerned(by problem: String) -> Bool {
        ["is expected, but", "was started again", "is"].contains { problem.hasPrefix("\(name) \($0) ") }
            && trouble(now: program.lastEndAt ?? 0) != nil
    }

    /// Returns the trouble with the process in a sentence; nil when there is none.
    /// - Parameter now: Unix time in microseconds.
    func trouble(now: Int64) -> String? {
        let message = program.lastMessage.map { ": \($0.withoutFullStop)" } ?? ""
        let end = program.lastEnd.map { $0 + message } ?? "an unknown reason"
        let times = program.restarts == 1 ? "once" : "\(program.restarts) times"
        switch program.state {
        case .waiting:
            let next = program.nextStartMs.map { "starts again in \(Milliseconds.age($0))" } ?? "starts again soon"
            let before = program.restarts == 0 ? "it" : "it was started again \(times), and"
            return "\(name) is expected, but absent: it ended with \(end); \(before) \(next)"
        case .running where status == nil:
            let process = program.pid.map { "process \($0) runs" } ?? "its process is being started"
            return "\(name) is expected, but has not reported yet; \(process)"
                + (program.restarts == 0 ? "" : ", started again \(times), last after \(end)")
        case .running where program.restarts > 0:
            guard let at = program.lastEndAt else { return nil }
            let (age, overflow) = now.subtractingReportingOverflow(at)
            guard !overflow, age <= Self.memory else { return nil }
            let ago = Milliseconds.age(Int(max(0, age) / 1000))
            return "\(name) was started again \(times), last \(ago) ago after \(end)"
        case .running where status?.state.isGone == true && status?.pid == program.pid:
            return "\(name) is \(word), although its process \(program.pid ?? 0) runs"
        case .running, .finished, .stopping: return nil
        }
    }
}
