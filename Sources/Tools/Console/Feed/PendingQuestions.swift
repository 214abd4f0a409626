import SaybusMessages

/// The questions that wait for an answer, as the texts of their newest messages, for pages that are opened or reloaded
/// meanwhile. Pure; bounded.
struct PendingQuestions: Sendable {
    /// The most sessions with a question; further ones are not kept.
    static let capacity = 1024
    /// The most bytes of a message that is kept.
    static let maximumTextBytes = 16_384

    private struct Question {
        let source: Source
        let request: MessageID
        let text: String
    }

    private var questions: [Session: Question] = [:]

    /// The text of the question in a session; nil when there is none.
    subscript(session: Session) -> String? { questions[session]?.text }

    /// Applies the state of a question.
    mutating func apply(_ message: Message<VoiceRequestStatus>, text: String) {
        let (session, source) = (message.header.session, message.header.source)
        switch message.body.state {
        case .presented, .listening, .interpreted, .invalid:
            guard questions[session] != nil || questions.count < Self.capacity, text.utf8.count <= Self.maximumTextBytes
            else { return }
            questions[session] = Question(source: source, request: message.body.request, text: text)
        case .failed, .cancelled, .completed:
            // Another question may have been asked in the session meanwhile.
            if questions[session]?.request == message.body.request { questions[session] = nil }
        }
    }

    /// Removes the questions of a program that is gone.
    mutating func remove(of source: Source) { questions = questions.filter { $0.value.source != source } }
}
