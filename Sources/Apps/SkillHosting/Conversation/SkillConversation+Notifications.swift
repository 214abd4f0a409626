import SaybusConversation
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
        let isAccepted = notifications.add("telling \(model.app) of its audio") { [weak self, turn] in
            let answer = try? await turn.skill.invoke(envelope)
            // The task is cancelled after a timeout, which has been reported already. Late directives would be
            // carried out after newer ones.
            guard let self, !Task.isCancelled else { return }
            if let answer {
                audio.performAnswer(SortedDirectives(answer.response, app: model.app).audio)
            } else {
                manager?.report(problem: "\(model.app) does not answer \(request.type)")
            }
        }
        if !isAccepted {
            manager?.report(problem: "\(model.app) gets no more notifications of its audio, because it does not answer")
        }
    }
}
