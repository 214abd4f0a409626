import Logging
import SaybusBus
import SaybusMessages
import SaybusPhrases
import SaybusSupport
import Synchronization

/// Recovery of the turns and questions that a killed predecessor has left open.
extension TurnRuntime {
    /// Maximum age in microseconds of an adopted turn that is still answered aloud.
    static let freshness: Int64 = 60_000_000

    /// The time that a program may take to exit after it has said that it has stopped. It holds the lock of its journal
    /// until then.
    static let exitTime = Duration.seconds(5)

    /// The time in which another program that has ended an adopted turn says so again.
    private static let reportTime = Duration.seconds(1)

    /// Adopts the turns that dead predecessors have left behind, and ends their questions.
    func adopt(_ adoptions: AsyncStream<TurnRecord>.Continuation) {
        hasBegun.change { $0 = true }
        let turns = journal.adopt()
        for turn in turns where turn.phase == .answered {
            for reply in turn.replies {
                let ends = follow(reply)
                state.withLock { $0.adoptedEnds[reply.id] = ends }
            }
        }
        // The predecessor may have hung for long before it was killed, and its turns been given up by others.
        let open = turns.filter { $0.phase != .ended }.map(\.turn)
        if !open.isEmpty { bus.requestReports(of: open) }
        for turn in turns { adoptions.yield(turn) }
        let questions = journal.takeQuestions()
        for question in questions { close(adopted: question, with: turns) }
        if !questions.isEmpty { catalog.withdrawPredecessor() }
    }

    /// Ends an adopted turn. A failure is logged and does not affect other turns.
    func finish(adopted: TurnRecord) async {
        state.withLock { $0.openTurns += 1 }
        defer {
            state.withLock { state in
                state.openTurns -= 1
                for reply in adopted.replies { state.adoptedEnds[reply.id] = nil }
            }
            for reply in adopted.replies { playbacks.forget(reply.id) }
            stopIfDone()
        }
        do { try await end(adopted) } catch {
            logger.error("an adopted turn cannot be ended", metadata: ["problem": "\(error)"])
        }
    }

    /// Ends an adopted turn. A command that had begun is not carried out again, since it may have had effects.
    private func end(_ adopted: TurnRecord) async throws {
        var record = adopted
        guard let intent = record.header else { return }
        if record.phase != .ended {
            let isFresh = adopted.age(at: SteadyClock.microseconds()) < Self.freshness
            // Without this receipt, the intent's publisher would end the turn.
            if isFresh { try bus.publish(Receipt(of: SpeechIntent.kind), answering: intent) }
            guard await !history.isEndedElsewhere(record.turn, within: Self.reportTime) else {
                (record.phase, record.conclusion, record.replies) = (.ended, nil, [])
                return journal.record(record)
            }
            guard isFresh else { return try publish(Self.endOfOld(record), record, answering: intent) }
        }
        // An apology for an interruption is in the language in use.
        let language = record.phase == .answered ? spokenLanguage(of: record.app, in: intent.session) : nil
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
            let end = try await play(reply, in: language, answering: intent)
            switch end.outcome {
            case .finished: break
            case .expired:
                (record.phase, record.conclusion, record.replies) = (.ended, nil, [])
                return journal.record(record)
            case .stopped(let reason, _, _):
                conclusion.reason = conclusion.reason ?? "the answer was not heard to its end: \(reason)"
            case .unheard where state.withLock({ $0.unfollowed.contains(reply.id) }):
                conclusion.reason = conclusion.reason ?? ConversationTurn.unfollowedAnswer
            case .unheard(let reason), .cut(let reason):
                if conclusion.outcome == .handled { conclusion.outcome = .failed }
                conclusion.reason = conclusion.reason ?? "the answer was not heard: \(reason)"
                if case .cut = end.outcome { wasCut = true }
            }
        }
        try publish(conclusion, record, answering: intent)
        if wasCut { apologizeForCut(in: intent.session, conclusion.reason) }
    }

    /// Returns the end of a turn whose answer nobody waits for any more. If only the sound of the answer was left, the
    /// command was carried out, and the answer may still sound.
    private static func endOfOld(_ record: TurnRecord) -> TurnEnded {
        guard record.phase == .answered, var conclusion = record.conclusion else {
            return TurnEnded(
                outcome: .failed, app: record.app, command: record.command,
                reason: "the dispatch stage was stopped and came back too late to answer")
        }
        conclusion.reason = conclusion.reason ?? ConversationTurn.unfollowedAnswer
        return conclusion
    }

    /// Returns the record of an apology in place of the record of an interrupted command, and writes it.
    private func interrupt(_ begun: TurnRecord) -> TurnRecord {
        var record = begun
        let apology = BuiltInSentence.interrupted.text()
        let reason =
            "the dispatch stage was stopped while it carried out \(record.command ?? "the turn"): it may have been done, "
            + "in part or in full, and is not done again"
        logger.warning("a turn was interrupted", metadata: ["turn": "\(record.turn)", "problem": "\(reason)"])
        record.phase = .answered
        record.conclusion = TurnEnded(
            outcome: .failed, app: record.app ?? name, command: record.command, spoken: apology, reason: reason
        )
        record.replies = [TurnRecord.Reply(id: MessageID(), events: [.speech(.init(apology))])]
        journal.record(record)
        return record
    }

    private func publish(_ end: TurnEnded, _ record: TurnRecord, answering intent: Header) throws {
        // Another program may have given the turn up meanwhile, and a turn ends once.
        let isEnded = history.isEndedElsewhere(record.turn)
        var record = record
        (record.phase, record.conclusion, record.replies) = (.ended, isEnded ? nil : end, [])
        journal.record(record)
        if !isEnded { try bus.publish(end, answering: intent) }
    }

    /// Follows the playback of an adopted sequence, without timeouts.
    /// - Returns: Its end, as a stream of one element; nil when the program stops.
    private func follow(_ reply: TurnRecord.Reply) -> AsyncStream<PlaybackEnd>? {
        let (ends, report) = AsyncStream.makeStream(of: PlaybackEnd.self)
        let isFollowed = playbacks.begin(reply.id, playing: reply.events) { event in
            if case .ended(let end) = event { report.yield(end) }
        }
        return isFollowed ? ends : nil
    }

    /// Publishes a sequence that the predecessor may have published already, and waits for its end.
    ///
    /// The sequence keeps its id, so that the audio stage plays it only once. If it has ended already, the audio stage
    /// publishes the report of its end again.
    private func play(
        _ reply: TurnRecord.Reply, in language: String?, answering intent: Header
    ) async throws -> PlaybackEnd {
        // The record stays open for the next successor when the program stops.
        guard let ends = state.withLock({ $0.adoptedEnds.removeValue(forKey: reply.id) }) ?? follow(reply) else {
            throw BusError(.closed, "the program stops")
        }
        do {
            try bus.publish(
                AudioSequence(
                    reply.events, reportsItems: reply.events.contains(where: \.hasFile) ? true : nil,
                    language: language),
                id: reply.id, answering: intent, deadline: bus.now + Bus.sequenceLife)
            playbacks.startTimeouts(of: reply.id)
        } catch {
            playbacks.forget(reply.id)
            throw error
        }
        for await end in ends { return end }
        return PlaybackEnd(.unheard("the program stopped"))
    }

    /// Apologizes for an answer that was cut off. The turn is over, so the sequence belongs to no turn.
    func apologizeForCut(in session: Session, _ reason: String?) {
        logger.warning("an answer was cut off", metadata: ["reason": "\(reason ?? "")"])
        tryPublishing {
            try bus.publish(
                AudioSequence([.speech(.init(BuiltInSentence.cutOff.text()))]), session: session,
                deadline: bus.now + Bus.sequenceLife)
        }
    }
}
