import SaybusDispatch
import SaybusMessages

/// The reports of the audio stage on sequences, and the ends of these.
extension AudioTrackCoordinator {
    func receive(_ event: PlaybackTracker.Event, of id: MessageID) {
        switch event {
        case .started: entries[id]?.sequence.started()?()
        case .held(let message): tell(message.body, of: id)
        case .item(let message) where message.body.state == .started:
            tell(message.body, of: id)
            entries[id]?.sequence.started(message.body.item ?? 0)?()
        case .item(let message):
            tell(message.body, of: id)
            if let refusal = entries[id]?.sequence.refusal(in: message.body) { entries[id]?.refusal = refusal }
            guard let due = entries[id]?.sequence.apply(message.body) else { return }
            for (completion, outcome) in due { completion(outcome) }
        case .ended(let end): self.end(id, end)
        }
    }

    /// Passes a report to the events that want it.
    private func tell(_ playback: AudioPlayback, of id: MessageID) {
        for receive in entries[id]?.sequence.receivers(of: playback) ?? [] { receive(playback) }
    }

    /// Ends a sequence of which nothing is played. A mistake of the app does not fail its turn.
    /// - Parameters:
    ///   - unplayed: The end.
    ///   - problem: The mistake; nil for none.
    func endUnplayed(
        _ id: MessageID, _ unplayed: PlaybackEnd = PlaybackEnd(.finished), skipped problem: String? = nil
    ) {
        guard completing > 0 else { return end(id, unplayed, skipped: problem) }
        // Later, for a completion that posts again would come back here at once, without end.
        Task { end(id, unplayed, skipped: problem) }
    }

    func end(_ id: MessageID, _ end: PlaybackEnd, skipped: String? = nil) {
        guard var entry = entries.removeValue(forKey: id) else { return }
        // A sequence that somebody has stopped was not refused.
        let refusal: AudioEventSequenceItem.Start? = if case .unheard = end.outcome { entry.refusal } else { nil }
        if case .expired = end.outcome { entry.turn?.expire() }
        let due = entry.sequence.end(unheard: skipped ?? end.problem)
        let dropped = dropWaiting(behind: id, entry, end)
        let actions = queues.ended(id)
        completing += 1
        defer { completing -= 1 }
        for (completion, outcome) in due { completion(outcome) }
        refusal?()
        entry.onEnd?(end)
        entry.completion?(Self.end(end))
        // Last, so that sequences that a completion posts still belong to the turn.
        let heard = refusal == nil ? end.heard : ""
        entry.turn?.closed(
            id, PlaybackEnd(end.outcome, heard: heard, latency: end.latency),
            isWanted: !entry.isCancelled && refusal == nil)
        for (id, end) in dropped { self.end(id, end) }
        perform(actions)
    }

    /// Removes the sequences from their track that wait behind one that the user or a program has stopped, and returns
    /// them with their ends.
    ///
    /// A question stays, for its answer is awaited. What the user says over one answer does not end those to later
    /// words, one of which may be the answer to it.
    private func dropWaiting(
        behind id: MessageID, _ entry: PostedSequence, _ end: PlaybackEnd
    ) -> [(id: MessageID, end: PlaybackEnd)] {
        guard !entry.isCancelled, case .stopped(let reason, let cause, _) = end.outcome, cause != .newerSequence else {
            return []
        }
        let dropped = queues.dropWaiting(behind: id) { waiting in
            guard let other = entries[waiting], !other.options.isQuestion else { return false }
            return cause == .demand || other.turn === entry.turn
        }
        let unheard = PlaybackEnd(.stopped(reason, cause, hadBegun: false), heard: "")
        return dropped.map { (id: $0, end: unheard) }
    }

    private static func end(_ end: PlaybackEnd) -> End {
        if case .stopped(_, .bargeIn, hadBegun: true) = end.outcome { return .spokenOver }
        return end.problem.map { .unheard($0) } ?? .heard
    }
}
