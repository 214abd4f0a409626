import SaybusMessages
import Synchronization

/// The question of a conversation that waits for its answer.
final class OpenQuestion: Sendable {
    private let newest = Mutex<VoiceRequestStatus?>(nil)

    /// The question; nil when none waits.
    var question: VoiceRequestStatus.Question? { newest.withLock { $0?.question } }

    /// The number of its options; 0 when there is none.
    var choices: Int { question?.options?.count ?? 0 }

    /// Records the state of a question.
    func record(_ status: VoiceRequestStatus) {
        newest.withLock { newest in
            switch status.state {
            case .presented: newest = status
            // An app ends its question when another app has asked a newer one.
            case .cancelled, .completed, .failed: if newest?.request == status.request { newest = nil }
            case .listening, .interpreted, .invalid: break
            }
        }
    }
}
