import SaybusConversation
import SaybusDispatch
import SaybusMessages
import SaybusSkills

/// An answer that a skill prepares.
struct PendingAnswer: Sendable {
    /// The number of the answer in its conversation.
    let number: Int
    /// The turn that awaits the answer; nil outside of turns.
    let turn: ConversationTurn?
    /// Whether the answer is the first of its session.
    let isFirst: Bool
    /// The work on the answer.
    let work: Task<(SkillOutput, SkillMachine), Never>
}

/// Words that come while the skill prepares the answer to earlier ones, or speaks before a stream.
extension SkillConversation {
    /// Ends the session if the words call another app, or stop the skill before its first answer: nobody wants the
    /// answer any more. Drops the streams that the skill introduces if the words stop them.
    package func overhear(_ result: SpeechRecognitionResult, in turn: TurnID?) {
        guard let turn else { return }
        // In a session the skill itself gets such words, as soon as its streams have begun.
        if introducesStreams, !isOpen, isStopped(by: result) {
            dropIntroducedStreams()
            endingTurn = turn
        }
        guard let pending, pending.turn?.id != turn else { return }
        if result.hypotheses.haveCall, isOtherCalled(by: result) {
            giveUp(pending, because: "the user called another app before the answer")
        } else if pending.isFirst, isStopped(by: result) {
            giveUp(pending, because: "the user stopped the skill before its first answer")
            endingTurn = turn
        }
    }

    private func giveUp(_ pending: PendingAnswer, because reason: String) {
        pending.turn?.setOutcome(.cancelled, reason)
        close(.userInitiated)
        pending.work.cancel()
    }

    /// Returns whether the words of a turn have ended the session before its first answer, or dropped streams.
    package func hasCarriedOut(_ turn: TurnID?) -> Bool { turn != nil && turn == endingTurn }

    /// Ends an open session, because the user has turned to another app.
    package func end() {
        guard let pending else { return close(.userInitiated) }
        giveUp(pending, because: "the user turned to another app before the answer")
    }

    private func isStopped(by result: SpeechRecognitionResult) -> Bool {
        result.isLikely(of: model.app) && reading(of: result)?.isEnding == true
    }

    /// Returns whether an utterance calls another skill by its name.
    package func isOtherCalled(by result: SpeechRecognitionResult) -> Bool {
        guard let other = result.hypotheses.first, other.app != model.app, other.isCall else { return false }
        return !isCalled(rather: other, in: result)
    }

    /// Returns whether an utterance calls this skill at least as surely as another one. Of two names that begin alike,
    /// the longer one explains more of the words.
    private func isCalled(rather other: SpeechIntent.Hypothesis, in result: SpeechRecognitionResult) -> Bool {
        guard model.launch.call(in: result.transcript) != nil else { return false }
        let own = result.hypotheses.first { $0.app == model.app && $0.isCall }
        return own.map { $0.confidence >= other.confidence } ?? true
    }
}
