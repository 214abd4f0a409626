import SaybusBus
import SaybusMessages

/// The questions that other apps ask in the same conversation: what is said then is their answer. Pure; bounded.
struct ForeignRequests: Sendable {
    private var asked: [Source: (prompt: String, run: UInt32)] = [:]
    private let capacity: Int

    init(capacity: Int = 64) { self.capacity = capacity }

    /// Whether another app waits for an answer.
    var isAsking: Bool { !asked.isEmpty }

    /// What another app asks; nil when none does.
    var question: String? { asked.values.map(\.prompt).min() }

    /// Takes note of what becomes of another app's question.
    mutating func note(_ status: VoiceRequestStatus, from source: Source, run: UInt32) {
        switch status.state {
        // An answer that is being dealt with is not the end: the question may be asked again.
        case .presented, .listening, .interpreted, .invalid:
            if asked[source] != nil || asked.count < capacity {
                asked[source] = (status.question.prompt, run)
            }
        case .failed, .cancelled, .completed: asked[source] = nil
        }
    }

    /// An app that is gone asks nothing any more, nor does one that was started anew.
    mutating func note(_ message: Message<StageStatus>) {
        let status = message.body
        guard let source = Source(role: status.role, instance: status.instance), let run = asked[source]?.run else {
            return
        }
        let isAnew = message.header.source == source && message.header.run != run
        if status.state.isGone || isAnew { asked[source] = nil }
    }
}

extension Presence.Arrival {
    /// Whether somebody has come who would take an answer of a conversation for a command of its own, unless told what is asked.
    func takesAnswers(in session: Session) -> Bool { role == "dispatch" && coverage.contains(session) }
}
