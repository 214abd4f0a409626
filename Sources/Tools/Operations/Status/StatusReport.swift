import SaybusBus
import SaybusMessages
import SaybusTerminal

/// The stages of a bus, for people and for programs. Pure.
public struct StatusReport: Sendable {
    /// Time for which lost and failed stages are shown: ten minutes, in microseconds. That is long enough to find the
    /// cause of a fault. It is short enough to keep the table short, although instances have a new name at each start.
    static let retention: Int64 = 600_000_000

    /// The newest status of each stage, sorted by role in pipeline order, then by instance.
    public let stages: [StageStatus]

    /// A report of the stages that are present, and of those that were lost or failed recently.
    /// - Parameters:
    ///   - now: Unix time in microseconds.
    ///   - showsAll: Whether to include all lost and failed stages that the broker still knows.
    public init(_ presence: Presence, at now: Int64, showsAll: Bool = false) {
        let shown = presence.members.values.filter { member in
            guard !showsAll, member.status.state.isGone, let at = member.at else { return true }
            let (age, overflow) = now.subtractingReportingOverflow(at)
            return !overflow && age <= Self.retention
        }
        self.init(shown.map(\.status))
    }

    /// A report of the given stages.
    public init(_ stages: some Sequence<StageStatus>) {
        let order = ["broker", "listen", "transcribe", "intent", "dispatch", "audio"]
        func rank(_ status: StageStatus) -> Int { order.firstIndex(of: status.role) ?? order.count }
        self.stages = stages.sorted { (rank($0), $0.role, $0.instance) < (rank($1), $1.role, $1.instance) }
    }

    /// Returns the table for people.
    func lines(_ style: Style) -> [String] {
        var table = Table([
            "role", "instance", "state", "engine", "up", "received", "published", "lost", "stale", "malformed",
            "dropped",
            "repeated", "retried", "refused", "catalog", "problem",
        ])
        for stage in stages {
            let counters = stage.counters
            func count(_ number: Int, isTrouble: Bool) -> Table.Cell {
                Table.Cell("\(number)", isTrouble && number > 0 ? .yellow : nil, isNumber: true)
            }
            table.add([
                Table.Cell(Self.word(stage.role), .bold), Table.Cell(Self.word(stage.instance)),
                Table.Cell(stage.state.rawValue, Self.ink(stage.state)), Table.Cell(Self.word(stage.engine)),
                Table.Cell(Milliseconds.age(stage.uptimeMs), isNumber: true),
                count(counters.received, isTrouble: false), count(counters.published, isTrouble: false),
                count(counters.lost, isTrouble: true), count(counters.stale, isTrouble: true),
                count(counters.malformed, isTrouble: true), count(counters.dropped, isTrouble: true),
                count(counters.repeated, isTrouble: false), count(counters.retried, isTrouble: true),
                count(counters.refused ?? 0, isTrouble: true),
                Table.Cell(Self.word(stage.catalogRevision)),
                Table.Cell(stage.problem.map(LineSplitter.printable) ?? "", .red),
            ])
        }
        return table.lines(style)
    }

    /// Returns the statuses as JSON, as they are on the bus.
    func json(indented: Bool) throws -> String { try JSONValue(stages).text(indented: indented) }

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
