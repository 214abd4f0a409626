import SaybusMessages
import SaybusSupport

/// Tells the statuses that bring news from those that only say "I live". Pure.
struct StatusWatch: Sendable {
    /// What a status says.
    enum Verdict: Sendable, Equatable {
        /// The same as before.
        case nothingNew
        /// The first of its stage.
        case first
        /// Something changed since this status.
        case changed(since: StageStatus)
    }

    private struct Stage: Hashable {
        let role: String
        let instance: String
        let session: Session
    }

    private struct Known: Sendable {
        let status: StageStatus
        let run: UInt32
        let source: Source
    }

    private var known = GenerationalCache<Stage, Known>(capacity: 4096)

    mutating func note(_ status: StageStatus, _ header: Header) -> Verdict {
        let stage = Stage(role: status.role, instance: status.instance, session: header.session)
        defer { known[stage] = Known(status: status, run: header.run, source: header.source) }
        guard let before = known[stage] else { return .first }
        // A restarted stage counts from zero again. The broker, which speaks for lost ones, has a run of its own.
        if before.source == header.source, before.run != header.run { return .first }
        return Self.isNews(status, since: before.status) ? .changed(since: before.status) : .nothingNew
    }

    private static func isNews(_ status: StageStatus, since before: StageStatus) -> Bool {
        status.state != before.state || status.problem != before.problem
            || status.pid != before.pid || status.catalogRevision != before.catalogRevision
            || zip(status.counters.troubles, before.counters.troubles).contains { $0.count > $1.count }
    }
}
