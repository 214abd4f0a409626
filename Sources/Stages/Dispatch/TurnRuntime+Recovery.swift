import Logging
import SaybusBus
import SaybusMessages

/// Recovery: what becomes of the turns of a predecessor that was killed.
extension TurnRuntime {
    /// Words for a command of which nobody knows whether it was carried out.
    static let interrupted = "Sorry, I was interrupted. Please check whether that was done."

    /// Words for an answer whose audio stage was lost. The command itself may have gone well.
    static let cutOff = "Sorry, my answer was cut off."

    /// Age in microseconds up to which an inherited turn is answered aloud: nobody waits for yesterday's answer.
    static let freshness: Int64 = 60_000_000

    /// Time until an inherited sequence must have ended. Reports from before this program's start may not come again.
    static let inheritedTimeout = Duration.seconds(30)

    /// Adopts what dead predecessors have left behind.
    func adopt(_ inherit: AsyncStream<TurnRecord>.Continuation) {
        let turns = journal.adopt()
        if turns.contains(where: { $0.phase != .ended || $0.conclusion != nil }) { bus.repeatReports() }
        for turn in turns { inherit.yield(turn) }
    }

    /// Ends a turn that a predecessor left behind. A failure is logged and harms no other turn.
    func takeOver(_ inherited: TurnRecord) async {
        do { try await end(inherited) } catch {
            logger.error("a turn cannot be taken over", metadata: ["problem": "\(error)"])
        }
    }

    /// Ends an inherited turn. A command that had begun is not carried out again: nobody knows how far it came.
    private func end(_ inherited: TurnRecord) async throws {
        var record = inherited
        guard let intent = record.header else { return }
        if record.phase != .ended {
            guard WallClock.elapsed(from: inherited.at, to: WallClock.microseconds()) < Self.freshness else {
                let reason = "the dispatch stage was stopped and came back too late to answer"
                return try publish(
                    TurnEnded(outcome: .failed, app: record.app, command: record.command, reason: reason), record,
                    answering: intent)
            }
            // Without a receipt, the intent's publisher would end the turn itself.
            try bus.publish(Receipt(of: SpeechIntent.kind), answering: intent)
        }
        switch record.phase {
        case .ended:
            // The predecessor may have been killed before it published the end.
            if let conclusion = record.conclusion { try bus.publish(conclusion, answering: intent) }
            return
        case .begun: record = interrupt(record)
        case .answered: break
        }
        guard var conclusion = record.conclusion else { return }
        var wasCut = false
        for reply in record.replies {
            let end = try await play(reply, answering: intent)
            switch end.outcome {
            case .finished: break
            case .expired:
                (record.phase, record.conclusion, record.replies) = (.ended, nil, [])
                return journal.record(record)
            case .unheard(let reason), .cut(let reason):
                if conclusion.outcome == .handled { conclusion.outcome = .failed }
                conclusion.reason = conclusion.reason ?? "the answer was not heard: \(reason)"
                if case .cut = end.outcome { wasCut = true }
            }
        }
        try publish(conclusion, record, answering: intent)
        if wasCut { apologizeForCut(in: intent.session, conclusion.reason) }
    }

    /// Turns the record of a command that was being carried out into that of an answer which says so.
    private func interrupt(_ begun: TurnRecord) -> TurnRecord {
        var record = begun
        let reason =
            "the dispatch stage was stopped while it carried out \(record.command ?? "the turn"): it may have been done, "
            + "in part or in full, and is not done again"
        logger.warning("a turn was interrupted", metadata: ["turn": "\(record.turn)", "problem": "\(reason)"])
        record.phase = .answered
        record.conclusion = TurnEnded(
            outcome: .failed, app: record.app ?? name, command: record.command, spoken: Self.interrupted, reason: reason
        )
        record.replies = [TurnRecord.Reply(id: MessageID(), events: [.speech(.init(Self.interrupted))])]
        journal.record(record)
        return record
    }

    private func publish(_ end: TurnEnded, _ record: TurnRecord, answering intent: Header) throws {
        var record = record
        (record.phase, record.conclusion, record.replies) = (.ended, end, [])
        journal.record(record)
        try bus.publish(end, answering: intent)
    }

    /// Has the audio stage play what the predecessor may have published already. The audio stage knows it by its id, and plays it once.
    private func play(_ reply: TurnRecord.Reply, answering intent: Header) async throws -> PlaybackEnd {
        let (ends, report) = AsyncStream.makeStream(of: PlaybackEnd.self)
        playbacks.begin(
            reply.id, playing: reply.events, endTimeout: Self.inheritedTimeout - PlaybackTracker.takeTimeout
        ) { event in
            if case .ended(let end) = event { report.yield(end) }
        }
        do {
            try bus.publish(
                AudioSequence(reply.events, reportsItems: reply.events.contains(where: \.hasFile) ? true : nil),
                id: reply.id, answering: intent, deadline: WallClock.microseconds() + Bus.sequenceLife)
        } catch {
            playbacks.forget(reply.id)
            throw error
        }
        for await end in ends { return end }
        return PlaybackEnd(.unheard("the program stopped"))
    }

    /// Tells the user that the rest of an answer will not come. The turn is over, so the words belong to none.
    func apologizeForCut(in session: Session, _ reason: String?) {
        logger.warning("an answer was cut off", metadata: ["reason": "\(reason ?? "")"])
        tryPublishing {
            try bus.publish(
                AudioSequence([.speech(.init(Self.cutOff))]), session: session,
                deadline: WallClock.microseconds() + Bus.sequenceLife)
        }
    }
}
