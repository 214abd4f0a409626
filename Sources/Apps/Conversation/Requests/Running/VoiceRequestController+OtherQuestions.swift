import SaybusDispatch
import SaybusMessages

/// Questions of other programs in the same conversation: the newest one is open, and the others are over.
extension VoiceRequestController {
    /// Returns whether the open request was presented before another program published a message: a question, or words.
    ///
    /// Of two questions of the same moment, the names of their programs decide, so that all come to the same result.
    func isOlder(than message: Header) -> Bool {
        guard machine.isActive else { return false }
        // A request for the next command is not presented.
        guard let presented = published.presented else { return true }
        return (presented.at, presented.source.description) < (message.at, message.source.description)
    }

    /// Returns whether words were said before the open question, and for another app: one that asked then, or one whose
    /// command they are, which did not know of this question and carries it out.
    func isTooLate(for arrival: IntentArrival, of app: String) -> Bool {
        guard !isOlder(than: arrival.intent.header) else { return false }
        guard !arrival.isOtherAsking else { return true }
        guard let surest = arrival.intent.body.surestHypothesis() else { return false }
        return surest.type != SpeechIntent.Hypothesis.answerType && surest.app != app
    }

    /// Ends an open question, also one that is about to be repeated, when it is older than one of another program. An
    /// answer that is being handled goes on.
    /// - Returns: The responder's cleanup, for the caller to run; nil for none.
    func giveWay(to question: Header) -> VoiceRequestResponse.Action? {
        guard cycle?.request.isImplicit == false, isOlder(than: question) else { return nil }
        // The words that led to the newer question are not this one's to end.
        if speaking == question.turn { speaking = nil }
        if takesAnswers { return cancelRequest(stopsSpeaking: false) }
        guard isAskingAgain, let next = response?.followupRequest else { return nil }
        let cleanup = makeCycle(next).actionForCancellation()
        _ = cancelRequest(stopsSpeaking: false)
        return cleanup
    }
}
