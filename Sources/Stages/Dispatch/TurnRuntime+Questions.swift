import Logging
import SaybusBus
import SaybusMessages
import SaybusPhrases
import SaybusStage
import SaybusSupport
import Synchronization

/// Questions to the user, and the ends of those whose programs have died.
extension TurnRuntime {
    /// Publishes the state of a question. It is in the journal as long as the question is open.
    /// - Parameters:
    ///   - cause: The header of the message that the question's current work answers; nil for none.
    ///   - turn: The turn of that work, or of the words that have ended the question; nil for none.
    @discardableResult
    package func publish(
        _ status: VoiceRequestStatus, answering cause: Header?, in session: Session, turn: TurnID?
    ) throws(BusError) -> Header {
        let record = QuestionRecord(status, in: session, turn: turn, message: MessageID())
        if !record.isOver { journal.record(record) }
        let header = try bus.publish(
            status, id: record.message, answering: cause, session: session, turn: turn)
        // Killed in between, the question ends twice rather than never.
        if record.isOver { journal.record(record) }
        return header
    }

    /// Ends the question of another dispatcher that has gone or was restarted, and so has forgotten it. The first of
    /// the others tells the user, unless the question was asked after words in a turn that its program has not ended:
    /// the end by another program has an apology.
    func close(_ orphan: OpenQuestions.Orphan) {
        let (session, asker, question, last) = orphan
        guard asker.role == .dispatch, scope.contains(session), context?.isActive ?? true,
            bus.isFirstDispatcher(for: session, except: asker)
        else { return }
        // Nobody ends a turn that answers no words.
        let isTold = last.turn == nil || last.causes.isEmpty || history.ender(of: last.turn) == asker
        end(question, last.id, in: session, because: "\(asker), which asks, has ended", isTold: isTold)
    }

    /// Ends a question that a dead predecessor has left open. The user hears of it while an answer may still be on its
    /// way, unless the end of an interrupted turn apologizes, in which the question was being asked.
    /// - Parameter turns: The turns that the predecessor has left behind.
    func close(adopted record: QuestionRecord, with turns: [TurnRecord] = []) {
        let isFresh = record.age(at: SteadyClock.microseconds()) < Self.freshness
        let isTurnInterrupted = turns.contains { $0.turn == record.turn && $0.phase == .begun }
        end(
            record.question, record.message ?? record.question.request, in: record.session,
            because: "the dispatch stage, which asks, was stopped", isTold: isFresh && !isTurnInterrupted)
    }

    /// Ends a question in the name of its program. The predecessor's successor may do so beside another dispatcher: by
    /// its id, the end is one message, and so is the apology. A question that is asked again after its end has another
    /// last message, and a further end.
    /// - Parameters:
    ///   - last: The id of the message with the question's last state, from which those of the end are made.
    ///   - isTold: Whether the user hears an apology.
    private func end(
        _ question: VoiceRequestStatus, _ last: MessageID, in session: Session, because reason: String, isTold: Bool
    ) {
        var end = question
        (end.state, end.reason) = (.failed, reason)
        logger.warning("a question was left open", metadata: ["session": "\(session)", "problem": "\(reason)"])
        tryPublishing { [end] in
            let header = try bus.publish(end, id: MessageID(besides: last), session: session)
            journal.record(QuestionRecord(end, in: session))
            state.withLock { $0.otherQuestions.apply(Message(header: header, body: end), at: .now) }
            // The end of the turn whose answer was being handled has an apology of its own.
            guard isTold, question.state != .interpreted else { return }
            try bus.publish(
                AudioSequence([.speech(.init(BuiltInSentence.failed.text()))]),
                id: MessageID(besides: last, number: 2), session: session,
                deadline: bus.now + Bus.sequenceLife)
        }
    }
}
