import SaybusMessages

/// The questions that wait for an answer, as the texts of their newest messages, for pages that are opened or reloaded
/// meanwhile. Pure; bounded.
struct PendingQuestions: Sendable {
    /// The most sessions with a question; further ones are not kept.
    static let capacity = 1024

    private var questions: [Session: (source: Source, text: String)] = [:]

    /// The text of the question in a session; nil when there is none.
    subscript(session: Session) -> String? { questions[session]?.text }

    /// Applies the state of a question.
    mutating func apply(_ message: Message<VoiceRequestStatus>, text: String) {
        let (session, source) = (message.header.session, message.header.source)
        switch message.body.state {
        case .presented, .listening, .interpreted, .invalid:
            guard questions[session] != nil || questions.count < Self.capacity else { return }
            questions[session] = (source, text)
        case .failed, .cancelled, .completed:
            // Another program may have asked in the session meanwhile.
            if questions[session]?.source == source { questions[session] = nil }
        }
    }

    /// Removes the questions of a program that is gone.
    mutating func remove(of source: Source) { questions = questions.filter { $0.value.source != source } }
}
