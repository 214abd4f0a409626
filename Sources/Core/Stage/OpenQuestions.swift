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
    /// Time after which a program that seems to be gone is gone: one that is slow or was frozen shows signs of life
    /// before, and one whose name another program has, too.
    package static let graceTime = Duration.seconds(5)
    /// Time after the last `voice.request` of a question from which it may have ended unnoticed. No question waits
    /// longer for an answer.
    package static let maximumWait = Duration.seconds(310)
    /// Time after which a question counts no more that has not been listening, although its program lives: its prompt
    /// or the work that its answer leads to takes less.
    package static let maximumWorkTime = Duration.seconds(3600)

    /// A question of a program that is gone, with the header of its last status.
    package typealias Orphan = (session: Session, asker: Source, question: VoiceRequestStatus, last: Header)

    /// The maximum number of sessions with questions.
    private let sessionCapacity: Int
    /// The maximum number of questions in a session.
    private let capacity: Int
    private var sessions: [Session: [Source: Question]] = [:]

    private struct Question: Sendable {
        let header: Header
        let status: VoiceRequestStatus
        let run: ProgramRun
        /// The time of the status.
        let reported: ContinuousClock.Instant
        var expires: ContinuousClock.Instant
        /// The time from which the question's end has been missed, however long its program lives.
        let closes: ContinuousClock.Instant
        /// The time since when the program seems to be gone; nil while it is there.
        var missingSince: ContinuousClock.Instant?

        init(_ message: Message<VoiceRequestStatus>, at now: ContinuousClock.Instant) {
            (header, status, run) = (message.header, message.body, ProgramRun(message.header))
            (reported, expires) = (now, now + OpenQuestions.life)
            let isListening = message.body.state == .listening
            closes = now + (isListening ? OpenQuestions.maximumWait : OpenQuestions.maximumWorkTime)
        }

        var yieldsToCommands: Bool { status.yieldsToCommands ?? false }

        func isOpen(at now: ContinuousClock.Instant) -> Bool {
            missingSince == nil && expires > now && closes > now
        }

        /// Whether nothing that can come opens the question again, or makes it one of a program that is gone.
        func isOver(at now: ContinuousClock.Instant) -> Bool {
            closes <= now || expires <= now && missingSince == nil
        }
    }

    /// Creates an empty record.
    package init(sessionCapacity: Int = 1024, capacity: Int = 64) {
        (self.sessionCapacity, self.capacity) = (sessionCapacity, capacity)
    }

    /// Returns whether a program waits for an answer in any of some sessions.
    package func isAsking(at now: ContinuousClock.Instant, in isCounted: (Session) -> Bool) -> Bool {
        sessions.contains { session, questions in
            questions.values.contains { $0.isOpen(at: now) } && isCounted(session)
        }
    }

    /// Returns whether a program waits for an answer in a session.
    /// - Parameter isCommand: Whether the words that have come are a command, to which some questions yield.
    package func isAsking(in session: Session, isCommand: Bool = false, at now: ContinuousClock.Instant) -> Bool {
        sessions[session]?.values.contains { $0.isOpen(at: now) && !(isCommand && $0.yieldsToCommands) } ?? false
    }

    /// Returns the prompt of a question in a session that yields to nothing; nil when there is none.
    package func prompt(in session: Session, at now: ContinuousClock.Instant) -> String? {
        sessions[session]?.values.filter { $0.isOpen(at: now) && !$0.yieldsToCommands }
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
            questions[header.source] = Question(message, at: now)
            sessions[header.session] = questions
        // Another program may end the question of one that is gone, and may have a question of its own.
        case .failed, .cancelled, .completed: remove(status.request, in: header.session)
        }
    }

    /// Applies a status: it is a sign of life of its program, or shows that the program has ended, is lost or was
    /// restarted.
    /// - Returns: The questions of programs that are gone for good. They are removed.
    @discardableResult
    package mutating func apply(_ message: Message<StageStatus>, at now: ContinuousClock.Instant) -> [Orphan] {
        guard !sessions.isEmpty else { return [] }
        var orphans: [Orphan] = []
        if let source = Source(role: message.body.role, instance: message.body.instance) {
            for session in sessions.keys { record(message, of: source, in: session, &orphans, at: now) }
        }
        for (session, questions) in sessions {
            for (asker, question) in questions where question.missingSince.map({ now - $0 >= Self.graceTime }) ?? false
            {
                remove(asker, in: session, &orphans, at: now)
            }
        }
        return orphans
    }

    private mutating func record(
        _ message: Message<StageStatus>, of source: Source, in session: Session, _ orphans: inout [Orphan],
        at now: ContinuousClock.Instant
    ) {
        guard var question = sessions[session]?[source] else { return }
        switch question.run.sign(in: message, age: now - question.reported) {
        // Also after its time: this program, or the broker, may have stood still.
        case .alive: (question.expires, question.missingSince) = (now + Self.life, nil)
        case .ended, .replaced: return remove(source, in: session, &orphans, at: now)
        case .lost, .namesake: question.missingSince = question.missingSince ?? now
        case nil: return
        }
        sessions[session]?[source] = question
    }

    /// Removes a question whose program is gone.
    private mutating func remove(
        _ asker: Source, in session: Session, _ orphans: inout [Orphan], at now: ContinuousClock.Instant
    ) {
        guard let question = sessions[session]?.removeValue(forKey: asker) else { return }
        if sessions[session]?.isEmpty == true { sessions[session] = nil }
        if now - question.reported < Self.maximumWait {
            orphans.append((session, asker, question.status, question.header))
        }
    }

    private mutating func remove(_ request: MessageID, in session: Session) {
        sessions[session] = sessions[session]?.filter { $0.value.status.request != request }
        if sessions[session]?.isEmpty == true { sessions[session] = nil }
    }

    private mutating func removeExpired(at now: ContinuousClock.Instant) {
        guard !sessions.isEmpty else { return }
        sessions = sessions.mapValues { $0.filter { !$0.value.isOver(at: now) } }.filter { !$0.value.isEmpty }
    }
}
