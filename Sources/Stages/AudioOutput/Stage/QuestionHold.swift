import SaybusMessages
import SaybusStage
import Synchronization

/// A holder of music and the like while a question waits for its answer, so that the answer can be heard.
///
/// A question counts from its first `voice.request` until its end, as long as its program shows signs of life. The
/// statuses of all stages come once a second; they also let the questions of silent programs expire.
final class QuestionHold: Sendable {
    private let player: SequencePlayer
    private let questions = Mutex(OpenQuestions())

    init(player: SequencePlayer) { self.player = player }

    /// Applies the state of a question.
    func apply(_ request: Message<VoiceRequestStatus>) { update { $0.apply(request, at: .now) } }

    /// Applies the status of a stage.
    func apply(_ status: Message<StageStatus>) { update { $0.apply(status, at: .now) } }

    private func update(_ change: (inout OpenQuestions) -> Void) {
        let isAsking = questions.withLock { questions in
            change(&questions)
            return questions.isAsking(at: .now)
        }
        player.setAsking(isAsking)
    }
}
