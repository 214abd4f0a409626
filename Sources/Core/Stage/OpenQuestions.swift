import SaybusBus
import SaybusMessages

/// The questions of programs that wait for an answer, by session. Pure; bounded. The caller passes the time.
///
/// A question counts only while its program shows signs of life: a program that publishes neither a `voice.request`
/// nor a `stage.status` must not silence the session.
package struct OpenQuestions: Sendable {
    /// Time for which a question counts after the last sign of life of its program, which publishes its status once a
    /// second.
    package static let life = Duration.seconds(10)

    /// The maximum number of sessions with questions.
    private let sessionCapacity: Int
    /// The maximum number of questions in a session.
    private let capacity: Int
    private var sessions: [Session: [Source: Question]] = [:]

    private struct Question: Sendable {
        let status: VoiceRequestStatus
        let run: UInt32
        var expires: ContinuousClock.Instant

        var yieldsToCommands: Bool { status.yieldsToCommands ?? false }
    }

    /// Creates an empty record.
    package init(sessionCapacity: Int = 1024, capacity: Int = 64) {
        (self.sessionCapacity, self.capacity) = (sessionCapacity, capacity)
    }

    /// Returns whether a program waits for an answer in any session.
    package func isAsking(at now: ContinuousClock.Instant) -> Bool {
        sessions.values.contains { $0.values.contains { $0.expires > now } }
    }

    /// Returns whether a program waits for an answer in a session.
    /// - Parameter isCommand: Whether the words that have come are a command, to which some questions yield.
    package func isAsking(in session: Session, isCommand: Bool = false, at now: ContinuousClock.Instant) -> Bool {
        sessions[session]?.values.contains { $0.expires > now && !(isCommand && $0.yieldsToCommands) } ?? false
    }

    /// Returns the prompt of a question in a session that yields to nothing; nil when there is none.
    package func prompt(in session: Session, at now: ContinuousClock.Instant) -> String? {
        sessions[session]?.values.filter { $0.expires > now && !$0.yieldsToCommands }
            .map(\.status.question.prompt).min()
    }

    /// Applies the state of a program's question.
    package mutating func apply(_ message: Message<VoiceRequestStatus>, at now: ContinuousClock.Instant) {
        let (header, status) = (message.header, message.body)
        removeExpired(at: now)
        switch status.state {
        // An answer that is being handled does not close the question, since the program may repeat it.
        case .presented, .listening, .interpreted, .invalid:
            guard sessions[header.session] != nil || sessions.count < sessionCapacity else { return }
            var questions = sessions[header.session] ?? [:]
            guard questions[header.source] != nil || questions.count < capacity else { return }
            questions[header.source] = Question(status: status, run: header.run, expires: now + Self.life)
            sessions[header.session] = questions
        case .failed, .cancelled, .completed: remove(header.source, in: header.session)
        }
    }

    /// Applies a status: it closes the questions of a program that is gone or was restarted, and is a sign of life
    /// of others.
    /// - Returns: The closed questions, with their sessions.
    @discardableResult
    package mutating func apply(
        _ message: Message<StageStatus>, at now: ContinuousClock.Instant
    ) -> [(session: Session, question: VoiceRequestStatus)] {
        guard !sessions.isEmpty, let source = Source(role: message.body.role, instance: message.body.instance) else {
            return []
        }
        var closed: [(session: Session, question: VoiceRequestStatus)] = []
        for session in sessions.keys {
            guard let question = sessions[session]?[source] else { continue }
            if message.body.state.isGone || message.header.source == source && message.header.run != question.run {
                remove(source, in: session)
                closed.append((session, question.status))
            } else if message.header.source == source {
                // Also after its time: this program, or the broker, may have stood still.
                sessions[session]?[source]?.expires = now + Self.life
            }
        }
        return closed
    }

    private mutating func remove(_ source: Source, in session: Session) {
        sessions[session]?[source] = nil
        if sessions[session]?.isEmpty == true { sessions[session] = nil }
    }

    private mutating func removeExpired(at now: ContinuousClock.Instant) {
        guard !sessions.isEmpty else { return }
        sessions = sessions.mapValues { $0.filter { $0.value.expires > now } }.filter { !$0.value.isEmpty }
    }
}
