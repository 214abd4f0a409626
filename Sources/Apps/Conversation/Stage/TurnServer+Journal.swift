import Logging
import SaybusBus
import SaybusMessages

/// What is written down before it is done, and what becomes of it when a predecessor was killed in the middle.
extension TurnServer {
    /// What is said when nobody knows whether a command was carried out.
    static let interrupted = "Sorry, I was interrupted. Please check whether that was done."

    /// What is said when the audio stage was lost in the middle of an answer. The command itself may have gone well.
    static let cutOff = "Sorry, my answer was cut off."

    /// How old a turn may be to be spoken of, in microseconds: nobody waits for yesterday's answer.
    static let freshness: Int64 = 60_000_000

    /// A command is about to be carried out.
    func begin(_ answer: inout Answer, _ invoked: CommandInvoked?) {
        guard let turn = answer.intent.header.turn else { return }
        let record = TurnRecord(intent: answer.intent.header, turn: turn, app: invoked?.app, command: invoked?.type)
        answer.record = record
        journal.note(record)
    }

    /// All is done but the answer.
    func answered(_ answer: inout Answer, reply: TurnRecord.Reply?) {
        if answer.record == nil { begin(&answer, nil) }
        let conclusion = answer.conclusion
        answer.record?.phase = .answered
        answer.record?.conclusion = conclusion
        answer.record?.reply = reply
        if let record = answer.record { journal.note(record) }
    }

    /// The turn has ended, and somebody has said so.
    func closed(_ answer: Answer) {
        guard var record = answer.record else { return }
        record.phase = .ended
        record.conclusion = nil
        journal.note(record)
    }

    /// Ends the turn.
    func publish(_ ended: TurnEnded, _ answer: Answer) throws {
        if let record = answer.record {
            try end(record, ended, answering: answer.intent.header)
        } else {
            try bus.publish(ended, answering: answer.intent.header)
        }
    }

    private func end(_ record: TurnRecord, _ ended: TurnEnded, answering intent: Header) throws {
        var record = record
        record.phase = .ended
        record.conclusion = ended
        record.reply = nil
        journal.note(record)
        try bus.publish(ended, answering: intent)
    }

    /// Ends a turn that a predecessor left behind. What it had begun is not done again: nobody knows how far it came.
    func takeOver(_ inherited: TurnRecord) async throws {
        var record = inherited
        guard let intent = record.header else { return }
        if record.phase != .ended {
            guard WallClock.elapsed(from: inherited.at, to: WallClock.microseconds()) < Self.freshness else {
                let reason = "the dispatch stage was stopped and came back too late to answer"
                return try end(
                    record,
                    TurnEnded(outcome: .failed, app: record.app, command: record.command, reason: reason),
                    answering: intent)
            }
            // The intent's publisher would end the turn itself, if nobody said so.
            try bus.publish(Receipt(of: SpeechIntent.kind), answering: intent)
        }
        switch record.phase {
        case .ended:
            // It may have been killed before it said so.
            if let conclusion = record.conclusion { try bus.publish(conclusion, answering: intent) }
            return
        case .begun:
            let reason =
                "the dispatch stage was stopped while it carried out \(record.command ?? "the turn"): it may have been done, "
                + "in part or in full, and is not done again"
            logger.warning("a turn was interrupted", metadata: ["turn": "\(record.turn)", "problem": "\(reason)"])
            record.phase = .answered
            record.conclusion = TurnEnded(
                outcome: .failed, app: record.app ?? app.name, command: record.command, spoken: Self.interrupted,
                reason: reason)
            record.reply = TurnRecord.Reply(id: MessageID(), events: [.speech(.init(Self.interrupted))])
            journal.note(record)
        case .answered: break
        }
        guard var conclusion = record.conclusion else { return }
        var isCut = false
        if let reply = record.reply {
            let end = try await hear(reply, answering: intent)
            switch end {
            case .finished: break
            case .expired:
                record.phase = .ended
                record.conclusion = nil
                return journal.note(record)
            case .unheard(let reason), .cut(let reason):
                if conclusion.outcome == .handled { conclusion.outcome = .failed }
                conclusion.reason = conclusion.reason ?? "the answer was not heard: \(reason)"
                if case .cut = end { isCut = true }
            }
        }
        try end(record, conclusion, answering: intent)
        if isCut { tellOfCut(intent, conclusion.reason) }
    }

    /// The user has heard half an answer, or none, and shall not wait for the rest. The turn is over: what is said now belongs to none.
    func tellOfCut(_ intent: Header, _ reason: String?) {
        logger.warning("an answer was cut off", metadata: ["reason": "\(reason ?? "")"])
        do {
            try bus.publish(
                AudioSequence([.speech(.init(Self.cutOff))]), session: intent.session,
                deadline: WallClock.microseconds() + Bus.sequenceLife)
        } catch {
            logger.error("the apology cannot be published", metadata: ["error": "\(error)"])
        }
    }

    /// Has the audio stage play what the predecessor may have had it play already: it knows it by its id, and plays it once.
    private func hear(_ reply: TurnRecord.Reply, answering intent: Header) async throws -> PlaybackBoard.End {
        playbacks.watch(reply.id, playing: reply.events)
        do {
            try bus.publish(
                AudioSequence(reply.events, reportsItems: reply.events.contains(where: \.hasFile) ? true : nil),
                id: reply.id, answering: intent,
                deadline: WallClock.microseconds() + Bus.sequenceLife)
        } catch {
            playbacks.forget(reply.id)
            throw error
        }
        return await playbacks.end(of: reply.id, within: PlaybackBoard.inheritedPatience)
    }
}
