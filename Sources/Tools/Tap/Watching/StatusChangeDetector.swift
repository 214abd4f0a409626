import SaybusMessages
import SaybusSupport

/// A detector that distinguishes statuses with a change from plain heartbeats. Pure.
struct StatusChangeDetector: Sendable {
    /// The result for one status.
    enum Verdict: Sendable, Equatable {
        /// A heartbeat without a change.
        case unchanged
        /// The first status of a stage, or of a restarted one.
        case first
        /// A change since this earlier status.
        case changed(since: StageStatus)
    }

    private struct Stage: Hashable {
        let role: Role
        let instance: String
        let session: Session
    }

    private struct Known: Sendable {
        let status: StageStatus
        let run: UInt32
        let source: Source
    }

    private var known = GenerationalCache<Stage, Known>(capacity: 4096)

    /// Compares a status with the previous one of its stage.
    mutating func classify(_ status: StageStatus, _ header: Header) -> Verdict {
        let stage = Stage(role: status.role, instance: status.instance, session: header.session)
        defer { known[stage] = Known(status: status, run: header.run, source: header.source) }
        guard let before = known[stage] else { return .first }
        // A restarted stage counts from zero again. Only run numbers of one source are compared: the broker
        // publishes the status of a lost stage with its own run number.
        if before.source == header.source, before.run != header.run { return .first }
        return Self.isChange(status, since: before.status) ? .changed(since: before.status) : .unchanged
    }

    private static func isChange(_ status: StageStatus, since before: StageStatus) -> Bool {
        status.state != before.state || status.problem != before.problem
            || status.pid != before.pid || status.catalogRevision != before.catalogRevision
            || zip(status.counters.errorCounts, before.counters.errorCounts).contains { $0.count > $1.count }
    }
}
