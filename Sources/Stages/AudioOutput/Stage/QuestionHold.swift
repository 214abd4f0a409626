import SaybusMessages
import SaybusStage
import Synchronization

/// A holder of music and the like while a question waits for its answer, so that the answer can be heard.
///
/// A question counts from its first `voice.request` until its end, as long as its program shows signs of life, and
/// somebody listens in its session: a typed answer is not drowned, and may take minutes. The statuses of all stages
/// come once a second; they also let the questions of silent programs expire.
final class QuestionHold: Sendable {
    private let player: SequencePlayer
    private let isListened: @Sendable (Session) -> Bool
    private let questions = Mutex(OpenQuestions())

    /// Creates a hold without questions.
    /// - Parameter isListened: Returns whether somebody listens in a session.
    init(player: SequencePlayer, isListened: @escaping @Sendable (Session) -> Bool) {
        (self.player, self.isListened) = (player, isListened)
    }

    /// Applies the state of a question.
    func apply(_ request: Message<VoiceRequestStatus>) { update { $0.apply(request, at: .now) } }

    /// Applies the status of a stage.
    func apply(_ status: Message<StageStatus>) { update { $0.apply(status, at: .now) } }

    private func update(_ change: (inout OpenQuestions) -> Void) {
        let isAsking = questions.withLock { questions in
            change(&questions)
            return questions.isAsking(at: .now, in: isListened)
        }
        player.setAsking(isAsking)
    }
}
