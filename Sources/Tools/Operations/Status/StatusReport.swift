import SaybusBus
import SaybusMessages
import SaybusTerminal

/// The stages of a bus, for people and for programs. Pure.
struct StatusReport: Sendable {
    /// Time for which lost and failed stages are shown: ten minutes, in microseconds. That is long enough to find the
    /// cause of a fault. It is short enough to keep the table short, although instances have a new name at each start.
    static let retention: Int64 = 600_000_000

    /// The newest status of each stage, sorted by role in pipeline order, then by instance.
    let stages: [StageStatus]
    private let now: Int64
    private let isSilent: Bool

    /// Creates a report of the stages that are present, and of those that were lost or failed recently.
    /// - Parameters:
    ///   - presence: The stages that the broker knows.
    ///   - now: Unix time in microseconds.
    ///   - showsAll: Whether to include all lost and failed stages that the broker still knows: those of the last day.
    ///   - isSilent: Whether nothing has come from the broker for some seconds.
    init(_ presence: Presence, at now: Int64, showsAll: Bool = false, isSilent: Bool = false) {
        let shown = presence.members.values.filter { member in
            guard !showsAll, member.status.state.isGone, let at = member.at else { return true }
            let (age, overflow) = now.subtractingReportingOverflow(at)
            return !overflow && age <= Self.retention
        }
        self.init(shown.map(Self.withClock), at: now, isSilent: isSilent)
    }

    /// Returns the status of a stage. The skew of a clock that the stage itself has not measured is that of its
    /// messages.
    private static func withClock(_ member: Presence.Member) -> StageStatus {
        var status = member.status
        if status.clockSkewMs == nil, let skew = member.clockSkew,
            skew.magnitude >= Presence.minimumClockError.magnitude
        {
            status.clockSkewMs = Int(skew / 1000)
            status.problem = status.problem ?? status.clockProblem
        }
        return status
    }

    /// Creates a report of the given stages.
    /// - Parameters:
    ///   - stages: The statuses of the stages.
    ///   - now: Unix time in microseconds.
    ///   - isSilent: Whether nothing has come from the broker for some seconds: it is shown as lost, and the states of
    ///     the other stages as the last ones known.
    init(_ stages: some Sequence<StageStatus>, at now: Int64 = WallClock.microseconds(), isSilent: Bool = false) {
        let order: [Role] = [.broker, .listen, .transcribe, .intent, .dispatch, .audio]
        func rank(_ status: StageStatus) -> Int { order.firstIndex(of: status.role) ?? order.count }
        let known = stages.map { stage -> StageStatus in
            guard isSilent, stage.role == .broker else { return stage }
            var lost = stage
            lost.state = .lost
            return lost
        }
        self.stages = known.sorted { (rank($0), $0.role, $0.instance) < (rank($1), $1.role, $1.instance) }
        (self.now, self.isSilent) = (now, isSilent)
    }

    /// The stages that supervisors keep running.
    var expected: [ExpectedStage] { ExpectedStage.list(stages) }

    /// The columns that give way on a narrow terminal, the first one first.
    private static let lessImportant = [
        "repeated", "stale", "malformed", "retried", "refused", "clock", "dropped", "published", "received", "catalog",
        "lost", "engine", "up",
    ]

    /// Returns the table for people.
    /// - Parameter width: The columns of the terminal; nil when there is none.
    func lines(_ style: Style, width: Int? = nil) -> [String] {
        var table = Table([
            "role", "instance", "state", "engine", "up", "received", "published", "lost", "stale", "malformed",
            "dropped", "repeated", "retried", "refused", "clock", "catalog",
        ])
        let absent = expected.filter { $0.status == nil }
        for stage in stages {
            let counters = stage.counters
            func count(_ number: Int, isTrouble: Bool) -> Table.Cell {
                Table.Cell("\(number)", isTrouble && number > 0 ? .yellow : nil, isNumber: true)
            }
            table.add([
                Table.Cell(Self.word(stage.role.rawValue), .bold), Table.Cell(Self.word(stage.instance)),
                Table.Cell(
                    stage.state.rawValue,
                    stage.problem == nil || stage.state.isGone ? Self.ink(stage.state) : .yellow),
                Table.Cell(Self.word(stage.engine)),
                Table.Cell(Milliseconds.age(stage.uptimeMs), isNumber: true),
                count(counters.received, isTrouble: false), count(counters.published, isTrouble: false),
                count(counters.lost, isTrouble: true), count(counters.stale, isTrouble: true),
                count(counters.malformed, isTrouble: true), count(counters.dropped, isTrouble: true),
                count(counters.repeated, isTrouble: false), count(counters.retried, isTrouble: true),
                count(counters.refused ?? 0, isTrouble: true), Self.clock(stage),
                Table.Cell(Self.word(stage.catalogRevision)),
            ])
        }
        for stage in absent {
            let names = [
                Table.Cell(Self.word(stage.program.role.rawValue), .bold),
                Table.Cell(Self.word(stage.program.instance)),
                Table.Cell(stage.word == "waiting" ? "absent" : stage.word, stage.isAbsent ? .red : .dim),
            ]
            table.add(names + Array(repeating: Table.Cell("–"), count: 13))
        }
        return table.lines(style, width: width, givingWay: Self.lessImportant) + troubles(style, width: width)
    }

    /// Returns the problems of the stages, and the stages that are absent or were started again, each in a sentence.
    private func troubles(_ style: Style, width: Int?) -> [String] {
        var troubles: [(text: String, isError: Bool)] = []
        if isSilent { troubles.append(("the broker is silent: the states of the other stages may have changed", true)) }
        // The troubles of a supervisor's programs are listed one by one.
        for stage in stages {
            guard let problem = stage.problem else { continue }
            if stage.supervises != nil, expected.contains(where: { $0.isConcerned(by: problem) }) { continue }
            let name = stage.instance == stage.role.rawValue ? stage.instance : "\(stage.role) \(stage.instance)"
            troubles.append(("\(name): \(problem)", stage.state.isGone))
        }
        for stage in expected {
            if let text = stage.trouble(now: now) { troubles.append((text, stage.program.state == .waiting)) }
        }
        troubles += UnservedConversations.list(stages).map { ($0.trouble, true) }
        return troubles.flatMap { trouble in
            let lines = TextWrap.lines(
                LineSplitter.printable(trouble.text), after: trouble.isError ? "✗ " : "! ", width: width)
            return lines.map { style.paint($0, trouble.isError ? .red : .yellow) }
        }
    }

    /// Returns the statuses as JSON, as they are on the bus.
    func json(indented: Bool) throws -> String { try JSONValue(stages).text(indented: indented) }

    /// Returns the difference of a stage's clock from the broker's in seconds, such as `+60.0`.
    private static func clock(_ stage: StageStatus) -> Table.Cell {
        guard let skew = stage.clockSkewMs else { return Table.Cell("–", isNumber: true) }
        let tenths = (skew.magnitude + 50) / 100
        let sign = tenths == 0 ? "" : skew < 0 ? "-" : "+"
        return Table.Cell(
            "\(sign)\(tenths / 10).\(tenths % 10)", stage.clockProblem == nil ? nil : .yellow, isNumber: true)
    }

    private static func word(_ text: String?) -> String {
        guard let text, !text.isEmpty else { return "–" }
        return LineSplitter.printable(text)
    }

    private static func ink(_ state: StageStatus.State) -> Style.Ink {
        switch state {
        case .ready: .green
        case .standby: .cyan
        case .starting, .draining: .yellow
        case .stopped: .dim
        case .failed, .lost: .red
        }
    }
}
