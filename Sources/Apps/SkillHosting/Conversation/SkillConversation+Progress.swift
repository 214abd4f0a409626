import SaybusConversation
import SaybusDispatch
import SaybusSkillSettings
import SaybusSkills

/// Words that the skill has spoken while its request awaits the answer.
extension SkillConversation {
    /// Returns the runner of the current turn, whose requests are open for such words.
    func progressiveTurn() -> SkillTurn {
        var runner = turn
        guard let openRequests else { return runner }
        let (device, current) = (identity.deviceID, ConversationTurn.current)
        let speak: @Sendable (String, String) async -> OpenRequests.Outcome = { [weak self] speech, request in
            guard let self else { return .answered }
            return await self.speak(speech, during: request, in: current)
        }
        runner.onRequest = { envelope in
            let request = envelope.request.requestId
            openRequests.open(request, of: device) { await speak($0, request) }
        }
        runner.onEnd = { openRequests.close($0.request.requestId) }
        return runner
    }

    /// Speaks words of the skill before its answer.
    private func speak(
        _ speech: String, during request: String, in turn: ConversationTurn?
    ) -> OpenRequests.Outcome {
        let isSSML = speech.trimmingBlanks.hasPrefix("<speak")
        let text = isSSML ? SpeechOutputText(ssml: speech) : SpeechOutputText(speech)
        if let problem = text.problem { return .invalid(problem) }
        guard !text.words.isEmpty else { return .invalid("there are no words in the speech") }
        // The answer may have come since the request was looked up. Its words must not stand before these.
        guard openRequests?.isOpen(request) == true, turn?.isEnded != true, let manager, manager.isConnected else {
            return .answered
        }
        ConversationTurn.$current.withValue(turn) {
            manager.trackCoordinator.track(.voiceRequest)?.addEvent(SpeechEvent(utterance: text.utterance))
        }
        return .accepted
    }
}
