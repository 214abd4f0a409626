import SaybusConversation
import SaybusInteractionModels
import SaybusSkills

/// Notifications of the skill that need no spoken answer.
extension SkillConversation {
    /// Waits until the skill has seen the end of the previous session, before the next one starts.
    func waitForNotifications() async {
        let isSettled = await notifications.settled(within: SkillNotificationQueue.settleTimeout)
        guard !isSettled, !Task.isCancelled else { return }
        manager?.report(problem: "\(model.app) is opened before it has taken what became of its last session")
    }

    /// Notifies the skill of the end of a session.
    func notify(_ sessionEnded: RequestEnvelope) {
        let isAccepted = notifications.add("telling \(model.app) that its session is over", isNeeded: true) { [turn] in
            await turn.notify(sessionEnded)
        }
        if !isAccepted {
            manager?.report(problem: "\(model.app) gets no more session notifications, because it does not answer")
        }
    }

    /// Notifies the skill of an audio event. The answer may contain further audio directives.
    func notify(_ request: Request) {
        var context = identity.context
        context.audioPlayer = audio.state
        let envelope = RequestEnvelope(context: context, request: request)
        // The queue limits the time.
        var turn = turn
        turn.limit = nil
        let isAccepted = notifications.add("telling \(model.app) of its audio") { [weak self, turn] in
            let result = await turn.answer(to: envelope)
            // The task is cancelled after a timeout, which has been reported already. Late directives would be
            // carried out after newer ones.
            guard let self, !Task.isCancelled else { return }
            take(result, to: request)
        }
        if !isAccepted {
            manager?.report(problem: "\(model.app) gets no more notifications of its audio, because it does not answer")
        }
    }

    /// Carries out the answer to an audio event, and reports what is wrong with it.
    private func take(_ result: Result<ResponseEnvelope, SkillFailure>, to request: Request) {
        let found: SkillFailure?
        switch result {
        case .success(let envelope):
            let answer = AudioEventAnswer(envelope.response, app: model.app)
            for problem in answer.problems { report(problem: "\(model.app) answers \(request.type), but \(problem)") }
            audio.performAnswer(answer.audio)
            found = answer.failure
        case .failure(let failure): found = failure
        }
        guard let failure = found else { return }
        guard failure.error.type == .invalidResponse else {
            return report(problem: "\(model.app) does not answer \(request.type): \(failure.reason)")
        }
        report(problem: "the answer of \(model.app) to \(request.type) cannot be used: \(failure.reason)")
        notify(failure, of: request)
    }

    /// Notifies the skill that its answer to an audio event cannot be used. The answer to that is ignored.
    private func notify(_ failure: SkillFailure, of request: Request) {
        let stamp = RequestStamp.now()
        let exception = ExceptionEncounteredRequest(
            requestId: stamp.id, timestamp: stamp.timestamp, locale: model.interaction.language,
            error: failure.error, cause: .init(requestId: request.requestId))
        var context = identity.context
        context.audioPlayer = audio.state
        let envelope = RequestEnvelope(context: context, request: .exceptionEncounteredRequest(exception))
        notifications.add("telling \(model.app) of its invalid answer") { [turn] in await turn.notify(envelope) }
    }
}
