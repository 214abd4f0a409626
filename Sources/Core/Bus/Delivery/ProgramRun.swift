import SaybusMessages

/// One run of a program, as a message of it shows it. Pure.
///
/// Two runs of one name overlap while a program drains and its successor has started. The older one says nothing of the
/// newer one then, neither by its heartbeats nor by its end.
package struct ProgramRun: Sendable, Hashable {
    /// The meaning of a status for the run.
    package enum Sign: Sendable {
        /// The run is there: the status is its own.
        case alive
        /// The run has ended, as it says itself.
        case ended
        /// The program is lost with all its runs, as another program says, which is the broker.
        case lost
        /// A later run has its name, and knows nothing of it.
        case replaced
        /// Another run has its name which is older, or has ended.
        case namesake
    }

    /// The difference of the times in two programs' messages that is no proof of their order.
    private static let tolerance = Duration.seconds(1)

    /// The program.
    package let source: Source
    /// The number of the run.
    package let run: UInt32
    /// The time of the message that showed the run, in Unix microseconds.
    private let at: Int64

    /// Creates the run that has published a message.
    package init(_ header: Header) { (source, run, at) = (header.source, header.run, header.at) }

    /// Returns whether both are one run, whenever each was seen.
    package static func == (one: ProgramRun, other: ProgramRun) -> Bool {
        one.source == other.source && one.run == other.run
    }

    /// Hashes the program and the number of the run.
    package func hash(into hasher: inout Hasher) {
        hasher.combine(source)
        hasher.combine(run)
    }

    /// Returns the meaning of a status for the run; nil when it is about another program.
    /// - Parameters:
    ///   - status: The status.
    ///   - age: The time since the run was seen; nil for the one between the times of its message and of the status.
    package func sign(in status: Message<StageStatus>, age: Duration? = nil) -> Sign? {
        let (header, body) = (status.header, status.body)
        guard body.role == source.role, body.instance == source.instance else { return nil }
        let isGone = body.state.isGone
        guard header.source == source else { return isGone ? .lost : nil }
        if header.run == run { return isGone ? .ended : .alive }
        let time = age ?? (Duration.microseconds(header.at) - Duration.microseconds(at) + Self.tolerance)
        let isLater = Duration.milliseconds(body.uptimeMs) <= time
        return isLater && !isGone ? .replaced : .namesake
    }

    /// Returns whether a status shows that the run is over: it has ended, is lost or was replaced.
    package func isOver(by status: Message<StageStatus>) -> Bool {
        switch sign(in: status) {
        case .ended, .lost, .replaced: true
        case .alive, .namesake, nil: false
        }
    }
}
