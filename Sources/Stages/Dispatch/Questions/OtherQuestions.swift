import SaybusBus
import SaybusMessages

/// The open questions of other apps in one session. The next utterance is expected to answer them. Pure; bounded.
struct OtherQuestions: Sendable {
    private var asked: [Source: (prompt: String, run: UInt32)] = [:]
    private let capacity: Int

    init(capacity: Int = 64) { self.capacity = capacity }

    /// Whether another app waits for an answer.
    var isAsking: Bool { !asked.isEmpty }

    /// The prompt of another app's question; nil when there is none.
    var prompt: String? { asked.values.map(\.prompt).min() }

    /// Applies the state of another app's question.
    mutating func apply(_ status: VoiceRequestStatus, from source: Source, run: UInt32) {
        switch status.state {
        // An answer that is being handled does not close the question, since the app may repeat it.
        case .presented, .listening, .interpreted, .invalid:
            if asked[source] != nil || asked.count < capacity {
                asked[source] = (status.question.prompt, run)
            }
        case .failed, .cancelled, .completed: asked[source] = nil
        }
    }

    /// Closes the questions of an app that is gone or was restarted.
    mutating func apply(_ message: Message<StageStatus>) {
        let status = message.body
        guard let source = Source(role: status.role, instance: status.instance), let run = asked[source]?.run else {
            return
        }
        let wasRestarted = message.header.source == source && message.header.run != run
        if status.state.isGone || wasRestarted { asked[source] = nil }
    }
}
