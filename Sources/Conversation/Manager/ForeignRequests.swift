import Messages

/// The questions that other apps ask in the same conversation: what is said then is their answer. Pure; bounded.
struct ForeignRequests: Sendable {
    private var asked: [Source: String] = [:]
    private let capacity: Int

    init(capacity: Int = 64) { self.capacity = capacity }

    /// Whether another app waits for an answer.
    var isAsking: Bool { !asked.isEmpty }

    /// What another app asks; nil when none does.
    var question: String? { asked.values.min() }

    /// Takes note of what becomes of another app's question.
    mutating func note(_ status: VoiceRequestStatus, from source: Source) {
        switch status.state {
        case .presented, .listening:
            if asked[source] != nil || asked.count < capacity { asked[source] = status.question.prompt }
        case .failed, .cancelled, .completed: asked[source] = nil
        case .interpreted, .invalid: break
        }
    }

    /// An app that is gone asks nothing any more.
    mutating func gone(_ source: Source) { asked[source] = nil }
}
