/// Turns that wait for the response to an earlier one.
extension VoiceRequestController {
    /// Waits until no response is in progress, so that the next turn can be handled. Call ``turnTaken()`` afterwards.
    ///
    /// A request of which only the feedback is left is closed: "stop" must work during a long answer. The feedback is
    /// played to its end nevertheless.
    ///
    /// Cancelling the waiting task cancels the handlers that it waits for.
    func settled() async {
        while true {
            if allowsNextTurn { perform(machine.feedbackEnded(machine.cycle)) }
            guard machine.isBusy || isCompleting else { return }
            await wait { turnWaiters.append($0) }
        }
    }

    /// Whether a turn waits in ``settled()``.
    var isAwaited: Bool { !turnWaiters.isEmpty }

    /// Handles the end of the decision about a waiting turn. If it was no answer, the held-back question is asked.
    func turnTaken() {
        perform(machine.waitingTaken(machine.cycle, hasPrompt: cycle?.request.prompt?.utterance != nil))
    }

    /// Waits until all effects of an answer are over but its feedback, or the question is being repeated, which the
    /// next turn may answer.
    ///
    /// Cancelling the waiting task cancels the handlers that it waits for.
    func answered() async {
        while (machine.isBusy || isCompleting) && !isAskingAgain && !allowsNextTurn {
            await wait { answerWaiters.append($0) }
        }
    }

    private func wait(_ add: (CheckedContinuation<Void, Never>) -> Void) async {
        await withTaskCancellationHandler {
            await withCheckedContinuation { add($0) }
        } onCancel: {
            Task { @ConversationActor in self.handlers.cancel() }
        }
    }

    /// Whether the question is about to be repeated.
    var isAskingAgain: Bool {
        [.feedback, .acting].contains(machine.phase) && response?.isRetry == true
    }

    /// Resumes all turns that wait in ``settled()`` or ``answered()``.
    func wake() {
        let waiting = answerWaiters + turnWaiters
        (answerWaiters, turnWaiters) = ([], [])
        for waiter in waiting { waiter.resume() }
    }
}
