import SaybusDispatch
import SaybusMessages

extension ConversationManager: VoiceRequestHost {
    var otherQuestion: String? { connection?.otherQuestion }

    var isEnding: Bool { connection?.runtime.isDraining == true }

    var standsStill: Bool { connection?.runtime.standsStill == true }

    func readWaiting() async { await connection?.runtime.readWaiting() }

    func openTurn(_ cause: Header?) -> ConversationTurn? { conversation?.openTurn(cause) }

    func settle(_ turn: ConversationTurn) {
        refreshCatalog()
        if let conversation { conversation.settle(turn) } else { turn.settle() }
    }

    func abandon(_ turn: TurnID, _ reason: String) { connection?.abandon(turn, reason) }

    func startListening(_ options: RecognitionOptions, isCommand: Bool) -> MessageID? {
        connection?.startListening(options, isCommand: isCommand)
    }

    func stopListening(_ request: MessageID) { connection?.stopListening(request) }

    func endSpeech() { connection?.endSpeech() }

    func report(_ status: VoiceRequestStatus, turn: ConversationTurn?, in id: TurnID?) -> Header? {
        connection?.report(status, turn: turn, in: id)
    }

    /// Apologizes for a failed handler, unless its timeout has been apologized for.
    func apologize(for failure: HandlerFailure, turn: ConversationTurn?) {
        let isToldOf = failure.code == .timedOut && turn != nil
        connection?.report(failure: failure.reason, of: turn, isLogged: isToldOf)
        turn?.setOutcome(.failed, failure.reason)
        guard !isToldOf, let apology else { return }
        turn?.apologizes()
        sound(SpeechEvent(utteranceString: apology), turn: turn)
    }

    /// Ends a turn whose recognizer has failed. The user has spoken, so the app answers with an apology.
    func fail(_ turn: ConversationTurn, _ reason: String) {
        turn.setOutcome(.failed, reason)
        if let apology { sound(SpeechEvent(utteranceString: apology), turn: turn) }
        settle(turn)
    }

    /// Returns a closure that ends a turn whose handler has exceeded its time. It may be called from any thread,
    /// since the handler may block the actor's thread.
    func timeoutHandler(_ turn: ConversationTurn?) -> @Sendable (HandlerFailure) -> Void {
        guard let turn, let connection else { return { _ in } }
        let apology = apology
        return { failure in connection.fail(turn, failure.reason, apology: apology) }
    }

    func unrecognized(_ outcome: TurnEnded.Outcome, _ turn: ConversationTurn?, because reason: String?) {
        turn?.setOutcome(outcome, reason)
        guard outcome == .notUnderstood else { return }
        let sequence = AudioEventSequence(events: [requestSoundBoard.unrecognizedCommand])
        if let notUnderstoodMessage { sequence.addEvent(SpeechEvent(utteranceString: notUnderstoodMessage)) }
        trackCoordinator.play(sequence, on: .voiceRequest, turn: turn)
    }
}
