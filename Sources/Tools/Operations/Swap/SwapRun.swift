import Glibc
import SaybusBus
import SaybusMessages
import SaybusStage
import SaybusSupport
import SaybusTerminal

/// A run of a program in the place of a stage. It decides the consequences of each event.
struct SwapRun {
    /// Something that happened during the run.
    enum Event: Sendable {
        /// A stage has published its status.
        case status(StageStatus)
        /// The program has ended.
        case ended(Supervisor.End)
        /// A signal ends the run.
        case stop
        /// No former stage works in time, or the program has not ended in time.
        case tooLate
        /// The program is not ready yet.
        case slowStart
        /// The program has not become ready in time.
        case neverReady
        /// The bus cannot be used any more.
        case busLost(StageFailure)
    }

    /// The time in which a former stage must work again: more than the broker needs to see that a program was killed.
    static let returnTime = Duration.seconds(10)
    /// The time after which a notice says that the program is not ready yet. Most recognizers load their models in
    /// less.
    static let startTime = Duration.seconds(20)
    /// The time in which the program must be ready: more than the largest models need.
    static let maximumStartTime = Duration.seconds(300)

    private let role: Role
    private let program: ChildProgram
    private let child: ChildProcess
    private let lines: SupervisorLog
    private let output: TextOutput
    private var progress: SwapProgress
    private var end: Supervisor.End?
    /// The failure that is thrown when the program has ended; nil while it may still take the place.
    private var failure: StageFailure?
    private var stopCount = 0
    private var since = ContinuousClock.now

    /// Begins a run.
    /// - Parameters:
    ///   - role: The role of the stage.
    ///   - progress: The progress at the beginning.
    ///   - program: The program.
    ///   - child: The program's process.
    ///   - lines: Gets notices.
    ///   - output: Gets the lines of the swap itself.
    init(
        _ role: Role, _ progress: SwapProgress, _ program: ChildProgram, _ child: ChildProcess,
        _ lines: SupervisorLog, _ output: TextOutput
    ) {
        (self.role, self.progress, self.program) = (role, progress, program)
        (self.child, self.lines, self.output) = (child, lines, output)
    }

    /// Applies an event.
    /// - Returns: Whether ``returnTime`` begins now.
    /// - Throws: `StageFailure` when the swap has failed.
    mutating func apply(_ event: Event) throws(StageFailure) -> Bool {
        let hadFailure = failure != nil
        let isNews = try update(event)
        if isNews { tell() }
        let isGivenUp = failure != nil && !hadFailure
        // It ends as usual: killed at once, it would be lost for the others on the bus.
        if isGivenUp { child.send(SIGTERM) }
        return isGivenUp || isNews && progress.phase == .returning
    }

    /// Returns whether the program has ended and a former stage works again.
    /// - Throws: `StageFailure` when the program ended by itself with another exit code than 0.
    func isOver() throws(StageFailure) -> Bool {
        guard progress.phase == .returned, let end else { return false }
        guard stopCount > 0 || end == .exited(0) else {
            throw programFailure(end, "the former \(role) stage works again")
        }
        return true
    }

    /// Updates the run.
    /// - Returns: Whether the phase has changed.
    private mutating func update(_ event: Event) throws(StageFailure) -> Bool {
        switch event {
        case .status(let status):
            guard failure == nil else { return false }
            if progress.isElsewhere(status, process: child.processID.map { Int($0) }) {
                failure = StageFailure(
                    .failed,
                    "\(program.name) is ready as \(status.role)/\(status.instance), not in the role \(role): nothing was swapped"
                )
            }
            return progress.update(status)
        case .ended(let how):
            if let failure { throw failure }
            guard progress.own != nil || stopCount > 0 else {
                throw programFailure(how, "it never became ready, and nothing was swapped")
            }
            end = how
            if progress.phase != .returning { since = .now }
            return progress.end()
        case .stop:
            stopCount += 1
            child.send(stopCount == 1 && failure == nil ? SIGTERM : SIGKILL)
            since = .now
            return progress.end()
        case .tooLate:
            guard failure == nil else {
                child.send(SIGKILL)
                return false
            }
            guard progress.phase != .returned else { return false }
            throw StageFailure(
                .failed, "no other \(role) stage works \(Self.returnTime.inWords) after \(program.name) ended")
        case .slowStart:
            guard progress.phase == .starting, failure == nil else { return false }
            lines.notice(
                "\(program.name) is not ready after \(Self.startTime.inWords): it must connect to SAYBUS_BUS in the role \(role) and publish its stage.status; Ctrl-C ends it"
            )
            return false
        case .neverReady:
            guard progress.phase == .starting, stopCount == 0, failure == nil else { return false }
            failure = StageFailure(
                .failed,
                "\(program.name) is not ready in the role \(role) after \(Self.maximumStartTime.inWords): nothing was swapped"
            )
            return false
        case .busLost(let failure): throw failure
        }
    }

    private func tell() {
        switch progress.phase {
        case .starting: break
        case .overlapping:
            lines.notice("\(progress.own?.description ?? role.rawValue) is ready; the former stage finishes its work")
        case .active: output.line("\(progress.own?.description ?? role.rawValue) has taken over; Ctrl-C ends it")
        case .returning: lines.notice("waiting for the former \(role) stage …")
        case .returned:
            let time = "\((ContinuousClock.now - since).milliseconds) ms"
            output.line("the former \(role) stage works again after \(time)")
        }
    }

    private func programFailure(_ end: Supervisor.End, _ rest: String) -> StageFailure {
        StageFailure(.failed, "\(program.name) \(PipelineRun.sentence(end))\(child.lastWords); \(rest)")
    }
}
