import SaybusBroker
import SaybusBus
import SaybusMessages

/// The checks of the delivery rules of the contract, one function for each rule.
extension ConformanceRun {
    /// The microseconds after which a tracked message without a deadline has expired.
    private static let defaultLife: Int64 = 10_000_000
    /// The most microseconds until a deadline for which the end of a turn that nobody takes is awaited.
    private static let maximumLife: Int64 = 30_000_000

    func checkRepeats() async throws {
        let question = try ask()
        try await answer(to: question)
        let once = distinctAnswers(question)
        try connection.send(question.messages)
        // Questions of a session are answered in order. So the answer to a later question shows that no further
        // answer to the earlier one will follow.
        try await answer(to: try ask())
        let twice = distinctAnswers(question)
        if twice != once {
            throw Verdict.failed(
                "a question that came twice, with the same ids, was answered twice: \(twice) messages, not \(once)")
        }
    }

    /// Checks that each of some questions has one answer. Copies with the same id count once.
    func checkAnsweredOnce(_ questions: [Question]) async throws {
        guard let exercise else { return }
        // Questions of a session are answered in order. So after the answer to a later one no other answer follows.
        for session in Set(questions.map(\.session)) { try await answer(to: try ask(0, session: session)) }
        for question in questions {
            let ends = responses(to: question).filter(exercise.isEnd)
            let ids = Set(ends.map(\.header.id))
            if ids.count > 1, let kind = ends.last?.header.kind {
                throw Verdict.failed("one question was answered \(ids.count) times, by different messages of \(kind)")
            }
        }
    }

    /// Returns the number of distinct messages with which the stage answered a question. Receipts do not count.
    private func distinctAnswers(_ question: Question) -> Int {
        Set(responses(to: question).filter { $0.header.kind != Receipt.kind }.map(\.header.id)).count
    }

    func checkReceipts() async throws {
        guard let exercise, exercise.input.delivery?.role == role.busRole else {
            throw Verdict.skipped("nobody waits for an answer to \(exercise?.input.kind.rawValue ?? "it")")
        }
        let question = try ask()
        try await answer(to: question)
        let place = connection.journal.count
        try connection.send(question.messages)
        let ids = question.ids
        guard try await received(from: place, { !ids.isDisjoint(with: $0.header.causes) }) != nil else {
            throw Verdict.failed(
                "a \(exercise.input.kind) that is sent again means that our answer was lost: expected a receipt, "
                    + "or the answer again, that names it among the causes")
        }
    }

    func checkStale() async throws {
        let before = status()?.counters.stale ?? 0
        let question = try ask(deadline: WallClock.microseconds() - 1_000_000)
        try await answer(to: try ask())
        let said = Set(responses(to: question).map(\.header.kind.rawValue)).sorted()
        if !said.isEmpty {
            throw Verdict.failed(
                "a question whose deadline had passed a second ago was answered with \(said.joined(separator: ", "))")
        }
        guard try await status(where: { $0.counters.stale > before }) != nil else {
            throw Verdict.failed("a stale message was not counted: counters.stale in stage.status is still \(before)")
        }
    }

    func checkGarbage() async throws {
        guard let exercise, let stage else { return }
        let before = status()?.counters.malformed ?? 0
        let place = connection.journal.count
        let garbage = try Garbage(like: ask(isSent: false).messages, input: exercise.input)
        // The broker would not forward messages with a wrong number of frames, so it is made to send them itself.
        for frames in garbage.miscounted { sendUnchecked(frames) }
        for message in garbage.malformed { try connection.send(frames: message.frames) }
        do {
            try await answer(to: try ask())
        } catch Verdict.failed(let why) {
            throw Verdict.failed("after \(garbage.count) messages of garbage it answers no more: \(why)")
        }
        let answers = connection.journal.messages(from: place) { $0.header.source == stage.source }
        let answered = Set(answers.flatMap(\.header.causes))
        let taken = garbage.malformed.first { message in message.id.map { answered.contains($0) } ?? false }
        if let taken {
            throw Verdict.failed("it has answered a message whose header cannot be read: \(taken.fault)")
        }
        let wanted = before + garbage.count
        guard try await status(where: { $0.counters.malformed >= wanted }) != nil else {
            throw Verdict.failed(
                "expected counters.malformed in stage.status to grow from \(before) to \(wanted), it is "
                    + "\(status()?.counters.malformed ?? 0)")
        }
        if exercise.input.delivery?.role == role.busRole { try await checkRefusals(exercise) }
    }

    /// Checks that tracked messages are refused that cannot be read. A command without the name of an app is nobody's.
    private func checkRefusals(_ exercise: any Exercise) async throws {
        for field in Garbage.requiredFields(of: exercise.input) where field != "app" {
            guard var message = try ask(0, isSent: false).messages.last,
                let body = Garbage.spoilt(message.body, field)
            else { continue }
            message.body = body
            try await checkRefusal(of: message, "`\(field)`")
        }
        guard role != .app, var message = try ask(0, isSent: false).messages.last else { return }
        message.body = Array("no JSON".utf8)
        try await checkRefusal(of: message, "body")
    }

    /// Checks that a tracked message is refused because of a part that cannot be read, in words for its publisher and
    /// by an answer for those who wait for the outcome.
    private func checkRefusal(of message: RawMessage, _ part: String) async throws {
        let (place, kind, id) = (connection.journal.count, message.header.kind, message.header.id)
        let until = ContinuousClock.now + options.answerTime
        var refusal: RawMessage?
        // It is sent again, as its publisher does: while an earlier process of the stage counts as ready, the first
        // copies are left to that one.
        repeat {
            try connection.send([message])
            refusal = try await received(from: place, within: .seconds(1)) {
                $0.header.causes.contains(id) && (try? $0.decode(Receipt.self).body.problem) != nil
            }
        } while refusal == nil && ContinuousClock.now < until
        guard refusal != nil else {
            throw Verdict.failed(
                "a \(kind) whose \(part) cannot be read was not refused by a receipt with a problem")
        }
        // A listening stage has no other answer.
        guard role != .listen else { return }
        let ends = [TurnEnded.kind, CommandResponse.kind, AudioPlayback.kind]
        let end = try await received(from: place) { ends.contains($0.header.kind) && $0.header.causes.contains(id) }
        guard end != nil else {
            throw Verdict.failed(
                "a \(kind) whose \(part) cannot be read was refused, but its failure was not published")
        }
    }

    func checkCatalog() async throws {
        switch role {
        case .listen, .audio: throw Verdict.skipped("the role has nothing to do with catalogs")
        case .dispatch: _ = try await ownCatalog()
        case .app:
            _ = try await ownCatalog()
            try checkFirstStatus()
        case .intent:
            try connection.send([connection.message(IntentExercise.changed)])
            let phrase = IntentExercise.newPhrase
            let transcript = try connection.message(SpeechTranscript(text: phrase, engine: "conform"), turn: TurnID())
            guard let turn = transcript.header.turn else { return }
            try connection.send([transcript])
            let answer = try await answer(to: Question(messages: [transcript], turn: turn, session: .default))
            if let problem = IntentExercise().problem(answer, text: phrase, type: "MowLawn") {
                throw Verdict.failed("after a new catalog: \(problem)")
            }
        case .transcribe:
            guard let before = status()?.catalogRevision else {
                throw Verdict.skipped("the stage works without catalogs: its status names no revision")
            }
            try connection.send([connection.message(IntentExercise.changed)])
            guard try await status(where: { $0.catalogRevision != before }) != nil else {
                throw Verdict.failed("after a new catalog its status still names the revision \(before)")
            }
        }
    }

    /// Checks that an app publishes a status before its catalog: of a program without one, nobody notices the loss.
    private func checkFirstStatus() throws {
        guard let stage else { return }
        let kinds = connection.journal.messages(from: beginning) { $0.header.run == stage.run }.map(\.header.kind)
        if kinds.first(where: { [StageStatus.kind, Catalog.kind].contains($0) }) == Catalog.kind {
            throw Verdict.failed(
                "expected a stage.status before the catalog: if the app dies in between, its commands stay for ever")
        }
    }

    func checkOutbox() async throws {
        guard [.transcribe, .intent, .dispatch].contains(role) else {
            throw Verdict.skipped("the role publishes nothing that must be answered")
        }
        otherStages.areSilent = true
        defer { otherStages.areSilent = false }
        let question = try ask(0)
        let tracked = try await received { message in
            question.concerns(message) && MessageCatalog.type(of: message.header.kind)?.tracking != nil
        }
        guard let tracked else { throw Verdict.skipped("it published nothing that must be answered") }
        let again = try await received(from: connection.journal.count, within: .seconds(4)) {
            $0.header.id == tracked.header.id
        }
        guard let again else {
            throw Verdict.failed("expected \(tracked.header.kind) again after a second without an answer, same id")
        }
        if again.header.sequence != tracked.header.sequence || again.body != tracked.body {
            throw Verdict.failed("\(tracked.header.kind) was sent again, but not as it was")
        }
        guard role == .dispatch else { return try await checkExpiry(of: tracked) }
        otherStages.areSilent = false
        try connection.send(otherStages.answers(to: tracked, connection))
    }

    /// Checks that a stage ends the turn of a message that nobody has taken by its deadline, since nobody else does.
    private func checkExpiry(of tracked: RawMessage) async throws {
        let header = tracked.header
        let deadline = header.deadline ?? header.at.addingReportingOverflow(Self.defaultLife).partialValue
        let left = deadline.subtractingReportingOverflow(WallClock.microseconds()).partialValue
        // A stage may give its messages more time than a check takes.
        guard left <= Self.maximumLife else { return }
        let time = Duration.microseconds(max(0, left)) + options.answerTime
        let end = try await received(within: time) { message in
            message.header.kind == TurnEnded.kind && message.header.turn == header.turn
        }
        guard let outcome = try? end?.decode(TurnEnded.self).body.outcome, outcome == .expired else {
            throw Verdict.failed(
                "nobody took \(header.kind) by its deadline: expected turn.ended with the outcome expired, "
                    + "without which the turn never ends")
        }
    }
}
