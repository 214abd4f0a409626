import SaybusMessages

/// A run of a stage, or the fact that the stage is gone, as its status reports.
struct StageRun: Sendable, Equatable {
    let source: Source
    /// The number of the run, which shares no state with earlier runs; nil when the stage has stopped, failed
    /// or is lost.
    let run: UInt32?

    init(_ source: Source, run: UInt32?) { (self.source, self.run) = (source, run) }

    /// Reads a status; nil when it reports a stage as alive but was published by another one.
    init?(_ status: Message<StageStatus>) {
        guard let source = Source(role: status.body.role, instance: status.body.instance) else { return nil }
        if status.body.state.isGone {
            self.init(source, run: nil)
        } else if status.header.source == source {
            self.init(source, run: status.header.run)
        } else {
            return nil
        }
    }
}
