/// The decisions when the programs of a pipeline are restarted and ended.
///
/// A pure state machine: time comes in as microseconds of any monotonic clock. Programs are numbered in the order in
/// which they are started.
public struct Supervisor: Sendable {
    /// The pause before the second restart in a row: a quarter of a second, in microseconds. Each further pause is
    /// twice as long. The first restart comes at once.
    static let firstPause: Int64 = 250_000
    /// The longest pause: ten seconds, in microseconds.
    static let maximumPause: Int64 = 10_000_000
    /// Run time after which a program counts as healthy again, and its pauses begin anew: ten seconds, in microseconds.
    public static let healthyTime: Int64 = 10_000_000
    /// Time that a program has to end before it is killed: three seconds, in microseconds.
    public static let stopTime: Int64 = 3_000_000
    /// Time after which the end of a killed program is no longer waited for, while all programs are being ended: ten
    /// seconds, in microseconds.
    public static let reportTime: Int64 = 10_000_000
    /// Ends, for whatever reason, after which a changed program that has not been ready returns to its former
    /// description.
    static let maximumAttempts = 3
    /// Time within which a second request to stop is ignored: half a second, in microseconds.
    static let repeatTime: Int64 = 500_000

    private var programs: [SupervisedRun]
    private var stoppedAt: Int64?
    private var isFinished = false
    private var failure: Failure?

    /// Creates a supervisor of programs with these rules.
    public init(_ rules: [Rule]) {
        programs = rules.enumerated().map { SupervisedRun(rule: $1, place: $0) }
    }

    /// Whether all programs are being ended, or have ended.
    var isStopping: Bool { stoppedAt != nil || isFinished }

    /// The time at which ``tick(now:)`` has something to do; nil when nothing is pending.
    public var nextDue: Int64? {
        programs.compactMap { $0.due(isStopping: stoppedAt != nil && !isFinished) }.min()
    }

    /// Starts all programs.
    public mutating func start(now: Int64) -> [Action] {
        for program in programs.indices { programs[program].state = .running(since: now) }
        return programs.isEmpty ? finish() : programs.indices.map { .launch($0) }
    }

    /// Returns whether a program's description is new, so that nobody knows yet whether it can run.
    func isOnTrial(_ program: Int, now: Int64) -> Bool {
        programs[program].isOnTrial && !programs[program].isHealthy(now: now)
    }

    /// Returns whether a program is being ended.
    func isEnding(_ program: Int) -> Bool { programs[program].isEnding }

    /// Returns whether a program has a process, also one that is being ended.
    func isRunning(_ program: Int) -> Bool { programs[program].isRunning }

    /// Records that a program is ready, so that it can run as it is described.
    public mutating func ready(_ program: Int) {
        guard programs.indices.contains(program), case .running = programs[program].state else { return }
        programs[program].works()
    }

    /// Records the end of a program.
    public mutating func ended(_ program: Int, _ end: End, now: Int64) -> [Action] {
        guard programs.indices.contains(program), !isFinished else { return [] }
        let before = programs[program].state
        guard before != .over else { return [] }
        programs[program].state = .over
        if stoppedAt != nil { return stopNext(now: now) }
        let actions = follow(program, end, of: before, now: now)
        return actions + release(after: program, now: now)
    }

    /// Launches the programs that were held until a program has ended, and for no other one.
    private mutating func release(after program: Int, now: Int64) -> [Action] {
        guard stoppedAt == nil, !isFinished else { return [] }
        var actions: [Action] = []
        for other in programs.indices {
            programs[other].after.remove(program)
            if programs[other].state == .held, programs[other].after.isEmpty { actions += launch(other, now: now) }
        }
        return actions
    }

    /// Decides what follows from the end of a program.
    private mutating func follow(_ program: Int, _ end: End, of before: SupervisedRun.State, now: Int64) -> [Action] {
        if let change = programs[program].change {
            programs[program].change = nil
            return change == .renewal ? launch(program, now: now) : []
        }
        if case .running(let since) = before, now - since >= Self.healthyTime {
            programs[program].pause = 0
            programs[program].works()
        }
        if case .exited(let code) = end {
            if code == 0, programs[program].rule.mayFinish {
                let isLast = programs.allSatisfy { $0.state == .over }
                return [.hasFinished(program)] + (isLast ? finish() : [])
            }
            if programs[program].rule.givesUpOn.contains(code) {
                if programs[program].isOnTrial { return [.reject(program, end)] }
                // A file that it reads has become wrong since it worked. The others can work on, and it can again as
                // soon as the file is mended.
                if !programs[program].hasWorked {
                    failure = Failure(program: program, code: code)
                    return stop(now: now)
                }
            }
        }
        if programs[program].isOnTrial, let attempts = programs[program].attempts {
            programs[program].attempts = attempts + 1
            if attempts + 1 >= Self.maximumAttempts { return [.reject(program, end)] }
        }
        let pause = programs[program].pause
        programs[program].pause = max(Self.firstPause, min(pause * 2, Self.maximumPause))
        programs[program].state = .waiting(until: now + pause)
        return [.willRestart(program, end, after: pause)]
    }

    /// Adds a program, with the next number, and starts it.
    /// - Parameters:
    ///   - rule: The restart rule.
    ///   - others: The programs that are being ended, or are about to be, and have to be gone before it is started.
    ///   - now: The time.
    public mutating func add(_ rule: Rule, after others: Set<Int> = [], now: Int64) -> [Action] {
        guard stoppedAt == nil, !isFinished else { return [] }
        let after = others.filter { isRunning($0) }
        programs.append(SupervisedRun(rule: rule, place: programs.count, after: after, isOnTrial: true))
        return launch(programs.count - 1, now: now)
    }

    /// Ends a program, and starts it again at once with its new description.
    /// - Parameters:
    ///   - program: The number of the program.
    ///   - rule: The restart rule.
    ///   - isTrial: Whether exit codes after which a restart is useless reject the description, rather than end all
    ///     programs. It holds until the program is ready, or has run for ``healthyTime``.
    ///   - hasFormer: Whether there is a former description to return to. If the program has worked, several other ends
    ///     in a row reject the new one as well.
    ///   - others: The programs that are being ended, or are about to be, and have to be gone before it is started.
    ///   - now: The time.
    public mutating func renew(
        _ program: Int, _ rule: Rule, isTrial: Bool = true, hasFormer: Bool = false, after others: Set<Int> = [],
        now: Int64
    ) -> [Action] {
        guard stoppedAt == nil, !isFinished, programs.indices.contains(program) else { return [] }
        (programs[program].rule, programs[program].isOnTrial, programs[program].pause) = (rule, isTrial, 0)
        // A former description that has never worked is no better, and the new one may only wait for something.
        if programs[program].isHealthy(now: now) { programs[program].hasWorked = true }
        programs[program].attempts = hasFormer && programs[program].hasWorked ? 0 : nil
        programs[program].after = others.filter { isRunning($0) }
        return end(program, .renewal, now: now)
    }

    /// Orders programs anew: they are ended in the reverse of this order. At first the order is that of their numbers.
    mutating func arrange(_ order: [Int]) {
        for (place, program) in order.enumerated() where programs.indices.contains(program) {
            programs[program].place = place
        }
    }

    /// Ends a program that is no longer wanted.
    public mutating func remove(_ program: Int, now: Int64) -> [Action] {
        guard stoppedAt == nil, !isFinished, programs.indices.contains(program) else { return [] }
        return end(program, .removal, now: now)
    }

    private mutating func end(_ program: Int, _ change: SupervisedRun.Change, now: Int64) -> [Action] {
        switch programs[program].state {
        case .running:
            programs[program].state = .stopping(killAt: now + Self.stopTime)
            programs[program].change = change
            return [.terminate(program)]
        case .stopping, .killed:
            programs[program].change = change
            return []
        case .waiting, .held, .over:
            programs[program].state = .over
            return change == .renewal ? launch(program, now: now) : []
        }
    }

    private mutating func launch(_ program: Int, now: Int64) -> [Action] {
        guard programs[program].after.isEmpty else {
            programs[program].state = .held
            return []
        }
        programs[program].state = .running(since: now)
        return [.launch(program)]
    }

    /// Restarts the programs that are due, and kills those that have not ended in time. While all programs are being
    /// ended, those whose end nobody reports after that are given up.
    public mutating func tick(now: Int64) -> [Action] {
        guard !isFinished else { return [] }
        var actions: [Action] = []
        var hasGivenUp = false
        for program in programs.indices {
            switch programs[program].state {
            case .waiting(let until) where until <= now:
                programs[program].state = .running(since: now)
                actions.append(.launch(program))
            case .stopping(let killAt) where killAt <= now:
                programs[program].state = .killed(since: now)
                actions.append(.kill(program))
            case .killed(let since) where stoppedAt != nil && since + Self.reportTime <= now:
                programs[program].state = .over
                actions.append(.giveUp(program))
                hasGivenUp = true
            default: break
            }
        }
        return hasGivenUp ? actions + stopNext(now: now) : actions
    }

    /// Ends all programs in reverse order, each after the previous one has ended. A second call kills all programs.
    ///
    /// A second call within half a second is ignored, because `timeout(1)` sends its signal twice: to its program, and
    /// then to the whole process group.
    public mutating func stop(now: Int64) -> [Action] {
        guard !isFinished else { return [] }
        if let stoppedAt {
            guard now - stoppedAt >= Self.repeatTime else { return [] }
            return endingOrder.compactMap { program in
                switch programs[program].state {
                case .running, .stopping:
                    programs[program].state = .killed(since: now)
                    return .kill(program)
                case .waiting, .killed, .held, .over: return nil
                }
            }
        }
        stoppedAt = now
        for program in programs.indices {
            switch programs[program].state {
            case .waiting, .held: programs[program].state = .over
            case .running, .stopping, .killed, .over: break
            }
        }
        return stopNext(now: now)
    }

    /// The programs in the order in which they are ended.
    private var endingOrder: [Int] {
        programs.indices.sorted { (programs[$0].place, $0) > (programs[$1].place, $1) }
    }

    private mutating func stopNext(now: Int64) -> [Action] {
        for program in endingOrder {
            switch programs[program].state {
            case .running:
                programs[program].state = .stopping(killAt: now + Self.stopTime)
                return [.terminate(program)]
            case .stopping, .killed: return []
            case .waiting, .held, .over: continue
            }
        }
        return finish()
    }

    private mutating func finish() -> [Action] {
        isFinished = true
        return [.finish(failed: failure)]
    }
}
