/// The load of a machine by other programs while a benchmark ran.
struct MachineLoad: Sendable, Codable, Equatable {
    /// The greatest share with which speed is judged. A busy neighbour on one of two cores is .5.
    static let maximumShare = 0.1

    /// The share of all processors that other programs used, from 0 to 1; nil where the kernel does not tell it.
    var share: Double?

    init(share: Double?) { self.share = share }

    /// Whether the machine was too busy to judge speed.
    var isHigh: Bool { (share ?? 0) > Self.maximumShare }

    /// Runs a benchmark, and returns its result with the load meanwhile.
    ///
    /// A program that the benchmark started and that has not ended counts among the others.
    static func during<Result>(
        processors: Int, _ work: () async throws -> Result
    ) async rethrows -> (result: Result, load: MachineLoad) {
        let (before, began) = (ProcessorTimes.now, ContinuousClock.now)
        let result = try await work()
        let seconds = (ContinuousClock.now - began) / .seconds(1)
        guard let before, let after = ProcessorTimes.now else { return (result, MachineLoad(share: nil)) }
        return (result, MachineLoad(from: before, to: after, seconds: seconds, processors: processors))
    }

    /// Computes the load from the times before and after a run.
    init(from before: ProcessorTimes, to after: ProcessorTimes, seconds: Double, processors: Int) {
        let others = (after.all - before.all) - (after.own - before.own)
        guard seconds > 0, processors > 0 else {
            share = nil
            return
        }
        // Clock ticks are coarse, so a quiet machine may show a little less than nothing.
        share = min(1, max(0, others / (seconds * Double(processors))))
    }
}
