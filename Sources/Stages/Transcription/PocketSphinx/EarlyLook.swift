import SaybusPocketSphinx

/// A look for the command of a turn that goes on, from a moment at which it seemed to be over.
struct EarlyLook: Sendable {
    private let moment: TurnMoment
    private let work: Task<SphinxCommandSearch.Finding, any Error>

    /// Begins it.
    ///
    /// - Parameters:
    ///   - samples: The turn until the moment.
    ///   - previous: The look that this one takes the place of: the decoders are for one at a time.
    init(_ moment: TurnMoment, _ samples: [Int16], by search: SphinxCommandSearch, after previous: EarlyLook?) {
        self.moment = moment
        work = Task {
            await previous?.end()
            try Task.checkCancellation()
            return try await search.find(in: samples)
        }
    }

    /// Whether it goes on, or has come to its end, and nothing that the stream has heard since speaks against it.
    func holds(for partial: SphinxHypothesis) -> Bool { !work.isCancelled && moment.holds(for: partial) }

    /// The command of a turn that is over, for which it waits; nil when it gave none or has not seen all, and is ended.
    func command(of streamed: SphinxHypothesis, in samples: [Int16]) async throws -> SphinxCommandSearch.Finding? {
        guard !work.isCancelled, moment.holds(for: streamed, in: samples) else {
            await end()
            return nil
        }
        let finding = try await work.value
        return finding.filled != nil && finding.confidence >= SphinxConfidence.threshold ? finding : nil
    }

    /// Gives it up at the next step.
    func cancel() { work.cancel() }

    /// Gives it up, and waits until it is.
    func end() async {
        work.cancel()
        _ = try? await work.value
    }
}
