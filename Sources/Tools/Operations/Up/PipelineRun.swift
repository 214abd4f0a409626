import Foundation
import Logging
import SaybusMessages
import SaybusSupport

/// The state of a run of ``PipelineRunner``: the supervisor, the programs by their numbers, and their processes.
struct PipelineRun {
    private let launcher: String
    private let running: RunningProcesses
    private let log: SupervisorLog
    private(set) var supervisor: Supervisor
    private(set) var programs: [ChildProgram]
    /// The numbers of the programs that are wanted.
    private var wanted: Set<Int>
    /// The descriptions with which changed programs have run last, in case the new ones cannot run.
    private var former: [Int: ChildProgram] = [:]
    private var children: [Int: ChildProcess] = [:]
    private var loops: [Int: CrashLoop] = [:]
    /// Whether the end of a killed program was not reported, so that the task of its process may never end.
    private(set) var hasGivenUp = false

    init(_ programs: [ChildProgram], launcher: String, running: RunningProcesses, log: SupervisorLog) {
        (self.programs, self.launcher, self.running, self.log) = (programs, launcher, running, log)
        supervisor = Supervisor(programs.map(\.rule))
        wanted = Set(programs.indices)
    }

    mutating func start(now: Int64) -> [Supervisor.Action] { supervisor.start(now: now) }

    /// Records an event.
    /// - Returns: The actions that follow.
    mutating func record(_ event: PipelineRunner.Event, now: Int64) -> [Supervisor.Action] {
        switch event {
        case .ready(let number):
            supervisor.ready(number)
            return []
        case .ended(let number, let end):
            // The last line of a program that somebody else ended does not tell why.
            let message = [.signalled(SIGKILL), .signalled(SIGTERM)].contains(end) ? nil : lastMessage(of: number)
            running.ended(number, Self.words(end), message: message, at: WallClock.microseconds())
            if !wanted.contains(number) { running.forget(number) }
            return supervisor.ended(number, end, now: now).flatMap { action in
                guard case .reject(let number, let end) = action else { return [action] }
                return reject(number, end, now: now)
            }
        case .tick: return supervisor.tick(now: now)
        case .stop: return supervisor.stop(now: now)
        case .change(let programs): return change(to: programs, now: now)
        }
    }

    /// Prepares the next process of a program.
    mutating func launch(_ number: Int) -> (ChildProcess, ChildProgram) {
        let program = programs[number]
        // In a loop, only what is new is told of.
        let isSilenced = loops[number]?.isNextTold == false
        let child = ChildProcess(
            program, launcher: launcher, running: running, silenced: isSilenced ? children[number]?.lines ?? [] : [])
        children[number] = child
        running.launched(number, program)
        return (child, program)
    }

    /// Carries out an action other than to launch and to finish; rejections are carried out by ``record(_:now:)``.
    mutating func perform(_ action: Supervisor.Action, now: Int64) {
        switch action {
        case .launch, .finish, .reject: break
        case .willRestart(let number, let end, let pause):
            running.willStart(number, at: now + pause)
            // Without a pause, it has been at work since the last end.
            let loop = CrashLoop(end, lastMessage(of: number), after: pause == 0 ? nil : loops[number])
            loops[number] = loop
            guard loop.isTold else { return }
            let start = pause == 0 ? "at once" : "in \(Self.seconds(pause))"
            log.notice(
                "\(programs[number].name) \(Self.sentence(end) + loop.words); it is started again \(start)"
                    + (loop.isThinnedOut ? ", and ends like this are told of less often from now on" : ""))
        case .hasFinished(let number):
            running.finished(number)
            log.notice("\(programs[number].name) has come to the end of its work")
        case .terminate(let number):
            running.stopping(number)
            children[number]?.send(SIGTERM)
        case .kill(let number):
            log.notice("\(programs[number].name) does not end and is killed")
            children[number]?.send(SIGKILL)
        case .giveUp(let number):
            hasGivenUp = true
            log.notice("\(programs[number].name) was killed, but its end was not reported", .warning)
        }
    }

    /// Returns the line of a program's last process that says why it ended; nil when there is none.
    func lastMessage(of number: Int) -> String? { children[number]?.lastMessage }

    // MARK: Changes

    private var active: [Int: ChildProgram] {
        Dictionary(uniqueKeysWithValues: wanted.map { ($0, programs[$0]) })
    }

    private mutating func change(to programs: [ChildProgram], now: Int64) -> [Supervisor.Action] {
        // A program that was removed and comes back has a new number, but the broker has to outlive the stages.
        defer { arrange(programs.map(\.name)) }
        let before = active
        let change = PipelineChange(from: before, to: programs)
        guard !change.isEmpty, !supervisor.isStopping else { return [] }
        log.notice("the pipeline has changed: \(change.words(before))")
        var actions: [Supervisor.Action] = []
        for number in change.removed {
            wanted.remove(number)
            (former[number], loops[number]) = (nil, nil)
            actions += supervisor.remove(number, now: now)
            // One that waits for its next start, or has finished, has no process whose end would be recorded.
            if !supervisor.isRunning(number) { running.forget(number) }
        }
        for (number, program) in change.renewed.sorted(by: { $0.key < $1.key }) {
            // One that is still on trial is nothing to return to.
            if !supervisor.isOnTrial(number, now: now) { former[number] = self.programs[number] }
            actions += renew(
                number, program, after: change.predecessors(of: program, number, among: before), now: now)
        }
        for program in change.added {
            let others = change.predecessors(of: program, nil, among: before)
            // The process of one that was removed a moment ago may still be ending under this name.
            if let number = self.programs.lastIndex(where: { $0.name == program.name }), supervisor.isEnding(number) {
                wanted.insert(number)
                actions += renew(number, program, after: others, now: now)
            } else {
                wanted.insert(self.programs.count)
                self.programs.append(program)
                actions += supervisor.add(program.rule, after: others, now: now)
            }
        }
        return actions
    }

    /// Has the programs end in the reverse order of their description.
    private mutating func arrange(_ names: [String]) {
        let numbers = Dictionary(active.map { ($0.value.name, $0.key) }, uniquingKeysWith: max)
        supervisor.arrange(names.compactMap { numbers[$0] })
    }

    private mutating func renew(
        _ number: Int, _ program: ChildProgram, after others: Set<Int>, now: Int64
    ) -> [Supervisor.Action] {
        // Earlier reports concern its former description.
        running.forget(number)
        loops[number] = nil
        programs[number] = program
        return supervisor.renew(
            number, program.rule, hasFormer: former[number] != nil, after: others, now: now)
    }

    /// Runs a program as it was described before; one that is new is left out.
    private mutating func reject(_ number: Int, _ end: Supervisor.End, now: Int64) -> [Supervisor.Action] {
        let reason = lastMessage(of: number).map { ": \($0.withoutFullStop)" } ?? ""
        let what = "\(programs[number].name) \(Self.sentence(end))\(reason)"
        guard let old = former.removeValue(forKey: number) else {
            wanted.remove(number)
            running.forget(number)
            refuse("\(what); it is left out until the file is mended")
            return []
        }
        programs[number] = old
        loops[number] = nil
        refuse("\(what); it runs as before until the file is mended")
        return supervisor.renew(number, old.rule, isTrial: false, now: now)
    }

    private func refuse(_ reason: String) {
        log.notice(reason, .warning)
        running.refuse(reason)
    }

    // MARK: Words

    /// Returns the way in which a program ended, as a part of a sentence.
    static func sentence(_ end: Supervisor.End) -> String {
        switch end {
        case .exited(let code): "ended with exit code \(code)"
        case .signalled(let signal): "was ended by signal \(signal) (\(String(cString: strsignal(signal))))"
        case .notStarted(let reason): "did not start: \(reason)"
        }
    }

    /// Returns the way in which a program ended, as a noun.
    private static func words(_ end: Supervisor.End) -> String {
        switch end {
        case .exited(let code): "exit code \(code)"
        case .signalled(let signal): "signal \(signal) (\(String(cString: strsignal(signal))))"
        case .notStarted(let reason): "no start: \(reason)"
        }
    }

    private static func seconds(_ microseconds: Int64) -> String {
        String(format: "%g s", Double(microseconds) / 1_000_000)
    }
}
