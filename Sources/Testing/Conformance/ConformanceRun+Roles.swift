import SaybusMessages
import SaybusProcesses

/// The parts of the check of answers that only one role has.
extension ConformanceRun {
    /// Checks that a remote app ignores the commands of other apps, and those for another program of its own app.
    func checkForeignCommand(_ app: AppExercise) async throws {
        let others = [
            (app.foreignCommand, "it has answered the command of another app"),
            (app.siblingsCommand, "it has answered a command whose `owner` is another program of the same app"),
        ]
        for (command, problem) in others {
            let turn = TurnID()
            let message = try connection.message(command, turn: turn)
            try connection.send([message])
            try await answer(to: try ask())
            if !responses(to: Question(messages: [message], turn: turn, session: .default)).isEmpty {
                throw Verdict.failed(problem)
            }
        }
    }

    /// Checks that a recognizer names no command that no catalog has.
    func checkUnknownPhrase(_ exercise: IntentExercise) async throws {
        let answer = try await meaning(of: IntentExercise.unknownPhrase, in: .default)
        if let problem = exercise.problem(withUnknown: answer) { throw Verdict.failed(problem) }
    }

    /// Checks that a recognizer names the command of a scope in the sessions of that scope, and in no other one.
    func checkScopedPhrase(_ exercise: IntentExercise) async throws {
        for session in [Session.default, IntentExercise.vault] {
            let answer = try await meaning(of: IntentExercise.scopedPhrase, in: session)
            if let problem = exercise.problem(withScoped: answer, in: session) { throw Verdict.failed(problem) }
        }
    }

    /// Returns a recognizer's answer to a phrase.
    private func meaning(of phrase: String, in session: Session) async throws -> [RawMessage] {
        let turn = TurnID()
        let transcript = try connection.message(
            SpeechTranscript(text: phrase, engine: "conform"), session: session, turn: turn)
        try connection.send([transcript])
        let answer = try await answer(to: Question(messages: [transcript], turn: turn, session: session))
        try checkBodies(of: answer)
        return answer
    }

    /// Checks that a remote app leaves a command alone whose turn has ended, since the user knows it as failed.
    func checkEndedTurn(_ app: AppExercise) async throws {
        let question = try ask(0, isSent: false)
        var end = try connection.message(TurnEnded(outcome: .expired), turn: question.turn)
        end.header.id = MessageID(question.turn)
        try connection.send([end] + question.messages)
        // Commands of a session are carried out in order. So the answer to a later one shows that none will follow.
        try await answer(to: try ask())
        if responses(to: question).contains(where: app.isEnd) {
            throw Verdict.failed("it has carried out a command whose turn had ended before")
        }
    }

    /// Checks that a transcriber answers a turn whose last chunk was lost, and counts it.
    func checkLostChunk(_ exercise: TranscribeExercise) async throws {
        let whole = try ask(0, isSent: false)
        let messages = whole.messages.filter { (try? $0.decode(AudioInput.self).body.isLast) != true }
        try connection.send(messages)
        do {
            let answer = try await answer(to: Question(messages: messages, turn: whole.turn, session: whole.session))
            try checkBodies(of: answer)
            if let problem = exercise.problem(withLoss: answer) { throw Verdict.failed(problem) }
        } catch Verdict.failed(let why) {
            throw Verdict.failed("when the last chunk was lost, of which speech.ended tells: \(why)")
        }
    }

    /// Checks that a player obeys a request to stop. A sink that takes no time has played everything before.
    func checkStop() async throws {
        let turn = TurnID()
        let sequence = try connection.message(AudioExercise.lengthy(options.answerTime), turn: turn)
        let question = Question(messages: [sequence], turn: turn, session: .default)
        try connection.send([sequence])
        _ = try await received { question.concerns($0) && $0.header.kind == AudioPlayback.kind }
        try connection.send([connection.message(AudioControl(.stop))])
        do {
            try await answer(to: question)
        } catch Verdict.failed(let why) {
            throw Verdict.failed("after an audio.control with the action stop: \(why)")
        }
    }

    /// Checks that sound becomes a turn.
    func checkTurn() async throws {
        let place = connection.journal.count
        try program?.write(ListenExercise.sound)
        guard let ended = try await received(from: place, { $0.header.kind == SpeechEnded.kind }) else {
            throw Verdict.failed(
                "expected a turn for 0.9 s of sound on standard input, no speech.ended has come\(ending())")
        }
        let turn = connection.journal.messages(from: place) {
            $0.header.turn == ended.header.turn && $0.header.source == ended.header.source
        }
        if ended.header.turn == nil { throw Verdict.failed("speech.ended belongs to no turn") }
        if let problem = ListenExercise.problem(with: turn) { throw Verdict.failed(problem) }
    }
}
