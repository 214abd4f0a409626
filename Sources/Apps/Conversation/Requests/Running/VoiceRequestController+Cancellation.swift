import SaybusDispatch
import SaybusMessages
import SaybusPhrases

/// The cancellation of a request by the app, or by words that call it off or turn to something else.
extension VoiceRequestController {
    /// Cancels the request, at any time. It has no further effects.
    /// - Returns: The responder's cleanup, for the caller to run; nil for none.
    public func cancelRequest() -> VoiceRequestResponse.Action? { cancelRequest(stopsSpeaking: true) }

    /// Cancels the request, at any time, because of what the user has said.
    /// - Parameters:
    ///   - turn: The turn of the words.
    ///   - reason: The reason in the request's status.
    func cancelRequest(after turn: TurnID?, because reason: String) -> VoiceRequestResponse.Action? {
        guard machine.isActive else { return nil }
        (endingTurn, endingReason) = (turn, reason)
        return cancelRequest()
    }

    /// Cancels the request, at any time.
    /// - Parameter stopsSpeaking: Whether its track stops. That of another app has the same name, and would stop, too.
    /// - Returns: The responder's cleanup, for the caller to run; nil for none.
    func cancelRequest(stopsSpeaking: Bool) -> VoiceRequestResponse.Action? {
        let (actions, asksResponder) = machine.cancel()
        guard !actions.isEmpty else { return nil }
        let cleanup = asksResponder ? cycle?.actionForCancellation() : nil
        turn?.setOutcome(.cancelled, "the request was cancelled")
        abandonSpeaking()
        response = nil
        ending = .cancelled
        // A prompt that has not been sent is dropped alone.
        let stops = stopsSpeaking || speech.map { host.trackCoordinator.queues.isWaiting($0) } ?? false
        perform(stops ? actions : actions.filter { $0 != .stopSpeaking })
        return cleanup
    }

    /// Cancels the request since the user called it off, and settles the user's turn after the responder's cleanup.
    func callOff(_ turn: ConversationTurn) {
        turn.setOutcome(.cancelled, "the user cancelled the question")
        // This turn is settled below. It must not be abandoned.
        if speaking == turn.id { speaking = nil }
        let cleanup = cancelRequest(after: turn.id, because: "the user cancelled the question")
        work { controller in
            if let cleanup, case .failure(let failure) = await controller.run("the cleanup", turn: turn, cleanup) {
                controller.host.apologize(for: failure, turn: turn)
            }
            controller.host.settle(turn)
        }
    }

    /// Cancels the request when its interpreter has found that the words call it off: "forty, never mind".
    /// - Returns: False when they do not, or the request takes such words as an answer.
    func callOff(after errors: [ValidationError]) -> Bool {
        guard errors.contains(where: { $0.type == .calledOff }), let request = cycle?.request, !request.isImplicit,
            !request.takesCancellationAsAnswer, let turn
        else { return false }
        self.turn = nil
        callOff(turn)
        return true
    }

    // MARK: Words

    /// Returns whether the request gives way to words: to a command that is no answer as well.
    func yields(to result: SpeechRecognitionResult, isCommand: @autoclosure () -> Bool) -> Bool {
        yieldsToCommands && !isAnswer(result) && isCommand()
    }

    /// Returns whether words are yes or no to an open confirmation that yields, a remark about the question, or cancel
    /// it. "Stop" is not among them: what an app stops is meant first.
    private func isAnswer(_ result: SpeechRecognitionResult) -> Bool {
        Self.plainCancellation.attemptMatch(result.transcript) != nil
            || QuestionRemark.reading(result.transcript) != nil
            || voiceRequest is ConfirmationRequest
                && ConfirmationInterpreter(question: "", yieldsToCommands: true).interpret(result).value != nil
    }

    /// Returns whether words call the question off. "Stop" does so where it is none of the answers, and "cancel" where
    /// it is not literally one of them.
    func isCancellation(_ words: String) -> Bool {
        guard !isLiteralAnswer(words) else { return false }
        if Self.plainCancellation.attemptMatch(words) != nil { return true }
        guard Self.cancellation.attemptMatch(words) != nil else { return false }
        return !isFixedPhrase(words)
    }

    /// Returns whether words are the name of an option, or a pattern of a pattern request, as they stand there.
    private func isLiteralAnswer(_ words: String) -> Bool {
        guard let request = cycle?.request else { return false }
        let names = request.optionLabels + ((request as? SelectRequest)?.options.flatMap(\.aliases) ?? [])
        let said = Words.normalize(words)
        if !said.isEmpty, names.contains(where: { Words.normalize($0) == said }) { return true }
        return request.takesPatternsOnly && isFixedPhrase(words)
    }

    /// Returns whether words are an expected phrase. Patterns with parameters may take any words, and do not count.
    private func isFixedPhrase(_ words: String) -> Bool {
        let answers = (cycle?.request.recognition.phrases ?? []).filter { !$0.contains("@") && !$0.contains("{") }
        return PatternCommandMatcher(patterns: answers).attemptMatch(words) != nil
    }

    /// Returns whether words call something off, also where a request takes them as its answer.
    func callsOff(_ words: String) -> Bool {
        Self.plainCancellation.attemptMatch(words) != nil || Self.cancellation.attemptMatch(words) != nil
    }

    private static let cancellation = PatternCommandMatcher(patterns: ConversationManager.cancelPhrases)
    private static let plainCancellation = PatternCommandMatcher(patterns: Language.inUse.questionWords.cancel)
}
