import SaybusPocketSphinx

/// A search for a turn's command that starts at a possible end of the turn, before the end is certain.
struct SpeculativeSearch: Sendable {
    private let moment: EndpointCandidate
    private let work: Task<SphinxCommandSearch.Finding, any Error>

    /// Starts the search.
    ///
    /// - Parameters:
    ///   - moment: The possible end of the turn.
    ///   - samples: The turn's samples up to that moment.
    ///   - search: The search to run.
    ///   - previous: The search that this one replaces. It is ended first, since the decoders serve one search
    ///     at a time.
    init(
        _ moment: EndpointCandidate, _ samples: [Int16], by search: SphinxCommandSearch,
        after previous: SpeculativeSearch?
    ) {
        self.moment = moment
        work = Task {
            await previous?.end()
            try Task.checkCancellation()
            return try await search.find(in: samples)
        }
    }

    /// Returns whether the search was not cancelled and a later partial result still agrees with its moment.
    func holds(for partial: SphinxHypothesis) -> Bool { !work.isCancelled && moment.holds(for: partial) }

    /// Waits for the command of a turn that is over.
    ///
    /// If more was said after the search's moment, the search is ended.
    ///
    /// - Returns: The command; nil when none was found, or when the search was ended.
    func command(of streamed: SphinxHypothesis, in samples: [Int16]) async throws -> SphinxCommandSearch.Finding? {
        guard !work.isCancelled, moment.holds(for: streamed, in: samples) else {
            await end()
            return nil
        }
        let finding = try await work.value
        return finding.filled != nil && finding.confidence >= SphinxConfidence.threshold ? finding : nil
    }

    /// Cancels the search; it stops at its next step.
    func cancel() { work.cancel() }

    /// Cancels the search, and waits until it has stopped.
    func end() async {
        work.cancel()
        _ = try? await work.value
    }
}
