import SaybusMessages

/// The progress of a swap: a program takes the place of the stages of a role, and gives it back. Pure.
struct SwapProgress {
    /// The phases of a swap, in their order.
    enum Phase: Equatable {
        /// The program is starting; the former stages work.
        case starting
        /// The program's stage works, and the former stages still do.
        case overlapping
        /// The program's stage works alone.
        case active
        /// The program ends, or has ended, and no former stage works yet.
        case returning
        /// A former stage works again.
        case returned
    }

    private let role: Role
    /// The conversations of the stages that give way; nil stands for all of them.
    private let sessions: Set<Session?>
    /// The stages that were there before.
    private let former: Set<Source>
    /// All programs that were there before, whatever their role.
    private let known: Set<Source>
    /// The stages of the role that work.
    private var working: Set<Source>
    /// The program's stage; nil until it is ready.
    private(set) var own: Source?
    private(set) var phase = Phase.starting

    /// Begins a swap.
    /// - Parameter members: The newest status of each program on the bus.
    init(_ role: Role, _ members: [StageStatus]) {
        self.role = role
        known = Set(members.compactMap(\.source))
        let sessions = Self.servedSessions(role, members)
        self.sessions = sessions
        let present = members.filter {
            $0.role == role && !$0.state.isGone && Self.isConcerned($0, with: sessions)
        }
        // A stage that a supervisor is about to start again is no new one.
        let expected = ExpectedStage.list(members).filter { $0.program.role == role }.compactMap {
            Source(role: role, instance: $0.program.instance)
        }
        former = Set(present.compactMap(\.source) + expected)
        working = Set(present.filter { $0.state == .ready }.compactMap(\.source))
    }

    /// Returns the stages that work and would not give way, because they were started without `--standby`.
    static func permanent(_ role: Role, _ members: [StageStatus]) -> [String] {
        let sessions = servedSessions(role, members)
        return members.filter {
            $0.role == role && $0.state == .ready && $0.standby != true && isConcerned($0, with: sessions)
        }.map(\.instance).sorted()
    }

    /// Returns the conversations of the stages that give way; nil stands for all of them.
    private static func servedSessions(_ role: Role, _ members: [StageStatus]) -> Set<Session?> {
        Set(members.filter { $0.role == role && $0.standby == true && !$0.state.isGone }.map(\.coverage.session))
    }

    /// Returns whether a stage serves conversations of those that give way. The satellite of a room may have one of its
    /// own.
    private static func isConcerned(_ status: StageStatus, with sessions: Set<Session?>) -> Bool {
        let session = status.coverage.session
        return sessions.isEmpty || session == nil || sessions.contains(nil) || sessions.contains(session)
    }

    /// Records a status.
    /// - Returns: Whether the phase has changed.
    mutating func update(_ status: StageStatus) -> Bool {
        guard status.role == role, Self.isConcerned(status, with: sessions), let source = status.source else {
            return false
        }
        if status.state == .ready {
            working.insert(source)
            if own == nil, !former.contains(source) { own = source }
        } else {
            working.remove(source)
        }
        return advance()
    }

    /// Returns whether a status says that the program is ready in another role, so that the swap would wait in vain.
    /// - Parameter process: The program's process; nil before it runs.
    func isElsewhere(_ status: StageStatus, process: Int?) -> Bool {
        guard phase == .starting, status.state == .ready, status.role != role, let process, status.pid == process,
            let source = status.source
        else { return false }
        return !known.contains(source)
    }

    /// Records that the program is to end, or has ended.
    /// - Returns: Whether the phase has changed.
    mutating func end() -> Bool {
        guard phase != .returned else { return false }
        let before = phase
        phase = .returning
        return advance() || before != phase
    }

    private mutating func advance() -> Bool {
        let before = phase
        let others = working.filter { $0 != own }
        switch phase {
        case .starting, .overlapping:
            guard let own, working.contains(own) else { break }
            phase = others.isEmpty ? .active : .overlapping
        case .active: break
        case .returning:
            if !others.isEmpty, own.map({ !working.contains($0) }) ?? true { phase = .returned }
        case .returned: break
        }
        return phase != before
    }
}

extension StageStatus {
    /// The stage.
    fileprivate var source: Source? { Source(role: role, instance: instance) }
}
