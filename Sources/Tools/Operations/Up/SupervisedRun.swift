/// The state of one program of a ``Supervisor``.
struct SupervisedRun: Sendable {
    enum State: Equatable {
        case waiting(until: Int64)
        case running(since: Int64)
        case stopping(killAt: Int64)
        case killed(since: Int64)
        /// The program is launched when others have ended.
        case held
        case over
    }

    /// The reason why a single program is being ended.
    enum Change: Equatable {
        /// The program is started again at once, with its new description.
        case renewal
        /// The program is no longer wanted.
        case removal
    }

    var rule: Supervisor.Rule
    /// The place in the order of the programs, of which the last one is ended first.
    var place: Int
    var state = State.over
    /// The time before the next restart, in microseconds.
    var pause: Int64 = 0
    var change: Change?
    /// The programs whose present processes have to end before it is launched.
    var after: Set<Int> = []
    /// Whether its description is new, so that nobody knows yet whether it can run.
    var isOnTrial = false
    /// Ends since the trial began, of a program with a former description that has worked; nil for others.
    var attempts: Int?
    /// Whether it has once been ready, or has run for ``Supervisor/healthyTime``.
    var hasWorked = false

    /// Returns the time at which it is to be launched, killed or, while all programs are being ended, given up; nil for
    /// none of them.
    func due(isStopping: Bool) -> Int64? {
        switch state {
        case .waiting(let until): until
        case .stopping(let killAt): killAt
        case .killed(let since): isStopping ? since + Supervisor.reportTime : nil
        case .running, .held, .over: nil
        }
    }

    /// Whether it is being ended.
    var isEnding: Bool {
        switch state {
        case .stopping, .killed: true
        case .waiting, .running, .held, .over: false
        }
    }

    /// Whether it has a process, also one that is being ended.
    var isRunning: Bool { if case .running = state { true } else { isEnding } }

    /// Returns whether it has run for ``Supervisor/healthyTime``.
    func isHealthy(now: Int64) -> Bool {
        guard case .running(let since) = state else { return false }
        return now - since >= Supervisor.healthyTime
    }

    /// Records that it can run as it is described.
    mutating func works() { (isOnTrial, hasWorked) = (false, true) }
}
