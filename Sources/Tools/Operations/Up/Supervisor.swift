/// Decides what becomes of the programs of a pipeline: when one that died is started again, when all end. Pure: time comes in as
/// microseconds of any steady clock, programs are numbers in the order in which they are started.
public struct Supervisor: Sendable {
    /// What a program may do.
    public struct Rule: Sendable, Equatable {
        /// Whether exit code 0 means that its work is done.
        public let mayFinish: Bool
        /// The exit codes that starting it again would not change: all ends with the first of them.
        public let givesUpOn: Set<Int32>

        /// A rule.
        public init(mayFinish: Bool = false, givesUpOn: Set<Int32> = [64, 66, 78]) {
            (self.mayFinish, self.givesUpOn) = (mayFinish, givesUpOn)
        }
    }

    /// How a program ended.
    public enum End: Sendable, Equatable {
        /// With an exit code.
        case exited(Int32)
        /// By a signal.
        case signalled(Int32)
        /// It did not come to life, for this reason.
        case notStarted(String)
    }

    /// What the runner must do.
    public enum Action: Sendable, Equatable {
        /// Start it.
        case launch(Int)
        /// Tell that it has ended and will be started after so many microseconds.
        case willRestart(Int, End, after: Int64)
        /// Tell that its work is done.
        case hasFinished(Int)
        /// Tell it to end.
        case terminate(Int)
        /// End it by force.
        case kill(Int)
        /// All have ended; the program that made it so and its exit code, or nil when it was wished.
        case finish(failed: Failure?)
    }

    /// Why everything was stopped.
    public struct Failure: Sendable, Equatable {
        /// Which program.
        public let program: Int
        /// Its exit code.
        public let code: Int32
    }

    /// The pause before a second restart: a quarter of a second; each is twice the one before. The first restart is at once.
    public static let firstPause: Int64 = 250_000
    /// The longest pause: ten seconds.
    public static let longestPause: Int64 = 10_000_000
    /// Who has lived so long is trusted again: ten seconds.
    public static let trust: Int64 = 10_000_000
    /// How long a program may take to end: three seconds.
    public static let patience: Int64 = 3_000_000
    /// Within this a second wish to end is the first one again: half a second.
    static let sameWish: Int64 = 500_000

    private enum State: Equatable {
        case waiting(until: Int64)
        case running(since: Int64)
        case stopping(killAt: Int64)
        case killed
        case over
    }

    private let rules: [Rule]
    private var states: [State]
    private var pauses: [Int64]
    private var stoppedAt: Int64?
    private var isFinished = false
    private var failure: Failure?

    /// A supervisor for programs with these rules.
    public init(_ rules: [Rule]) {
        self.rules = rules
        states = rules.map { _ in .over }
        pauses = rules.map { _ in 0 }
    }

    /// When ``tick(now:)`` has something to do; nil when nothing waits.
    public var nextDue: Int64? {
        states.compactMap { state in
            switch state {
            case .waiting(let until): until
            case .stopping(let killAt): killAt
            case .running, .killed, .over: nil
            }
        }.min()
    }

    /// Starts all.
    public mutating func start(now: Int64) -> [Action] {
        for program in states.indices { states[program] = .running(since: now) }
        return states.isEmpty ? finish() : states.indices.map { .launch($0) }
    }

    /// Takes note of a program's end.
    public mutating func ended(_ program: Int, _ end: End, now: Int64) -> [Action] {
        guard states.indices.contains(program), !isFinished else { return [] }
        let before = states[program]
        guard before != .over else { return [] }
        states[program] = .over
        if stoppedAt != nil { return stopNext(now: now) }
        if case .exited(let code) = end {
            if code == 0, rules[program].mayFinish {
                let isLast = states.allSatisfy { $0 == .over }
                return [.hasFinished(program)] + (isLast ? finish() : [])
            }
            if rules[program].givesUpOn.contains(code) {
                failure = Failure(program: program, code: code)
                return stop(now: now)
            }
        }
        if case .running(let since) = before, now - since >= Self.trust { pauses[program] = 0 }
        let pause = pauses[program]
        pauses[program] = max(Self.firstPause, min(pause * 2, Self.longestPause))
        states[program] = .waiting(until: now + pause)
        return [.willRestart(program, end, after: pause)]
    }

    /// Starts again what is due, and ends by force what was told to end and has not.
    public mutating func tick(now: Int64) -> [Action] {
        var actions: [Action] = []
        for program in states.indices {
            switch states[program] {
            case .waiting(let until) where until <= now:
                states[program] = .running(since: now)
                actions.append(.launch(program))
            case .stopping(let killAt) where killAt <= now:
                states[program] = .killed
                actions.append(.kill(program))
            default: break
            }
        }
        return actions
    }

    /// Ends all, the last started first, each when the one before has ended; at once and by force when asked a second time.
    ///
    /// What is asked again within half a second is one wish that came twice: `timeout` signals its program and then the whole group.
    public mutating func stop(now: Int64) -> [Action] {
        guard !isFinished else { return [] }
        if let stoppedAt {
            guard now - stoppedAt >= Self.sameWish else { return [] }
            return states.indices.reversed().compactMap { program in
                switch states[program] {
                case .running, .stopping:
                    states[program] = .killed
                    return .kill(program)
                case .waiting, .killed, .over: return nil
                }
            }
        }
        stoppedAt = now
        for (program, state) in states.enumerated() {
            if case .waiting = state { states[program] = .over }
        }
        return stopNext(now: now)
    }

    private mutating func stopNext(now: Int64) -> [Action] {
        for program in states.indices.reversed() {
            switch states[program] {
            case .running:
                states[program] = .stopping(killAt: now + Self.patience)
                return [.terminate(program)]
            case .stopping, .killed: return []
            case .waiting, .over: continue
            }
        }
        return finish()
    }

    private mutating func finish() -> [Action] {
        isFinished = true
        return [.finish(failed: failure)]
    }
}
