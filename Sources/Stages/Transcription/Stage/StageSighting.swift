import SaybusMessages

/// That a stage has been seen, in one of its starts, or that it is gone.
struct StageSighting: Sendable, Equatable {
    let source: Source
    /// The start that it works in, which knows nothing of what an earlier one began; nil: it has stopped, failed or is lost.
    let run: UInt32?

    init(_ source: Source, run: UInt32?) { (self.source, self.run) = (source, run) }

    /// What a status says of its stage; nil when somebody else says that it lives.
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
