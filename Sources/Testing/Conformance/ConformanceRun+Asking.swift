import SaybusBus
import SaybusMessages

/// The questions to the stage, and its answers.
extension ConformanceRun {
    /// Makes a question, and sends it unless the caller asks not to.
    func ask(
        _ index: Int? = nil, session: Session = .default, deadline: Int64? = nil, isSent: Bool = true
    ) throws -> Question {
        guard let exercise else { throw Verdict.skipped("the stage was never ready") }
        if index == nil { questionCount += 1 }
        let turn = TurnID()
        let messages = try exercise.question(index ?? questionCount).map {
            try connection.message($0, session: session, turn: turn, deadline: deadline)
        }
        let question = Question(messages: messages, turn: turn, session: session)
        if isSent { try connection.send(messages) }
        return question
    }

    /// Waits for the end of an answer.
    /// - Returns: All messages with which the stage answered the question.
    @discardableResult
    func answer(to question: Question) async throws -> [RawMessage] {
        guard let exercise, let stage else { throw Verdict.skipped("the stage was never ready") }
        // A tracked question is sent again after 1, 2, 4, … seconds, as its publisher does: a stage may leave it to
        // another instance until the broker reports that one lost.
        let until = ContinuousClock.now + options.answerTime
        var pause = exercise.input.delivery == nil ? options.answerTime : .seconds(1)
        var end: RawMessage?
        while true {
            let next = min(.now + pause, until)
            end = try await first(from: beginning, within: next - .now) { message in
                message.header.source == stage.source && message.header.run == stage.run && question.concerns(message)
                    && exercise.isEnd(message)
            }
            // A program that has ended ends the wait early.
            guard end == nil, ContinuousClock.now >= next, next < until else { break }
            pause *= 2
            try connection.send(question.messages)
        }
        guard end != nil else {
            try checkBodies(of: responses(to: question))
            let said = Set(responses(to: question).map(\.header.kind.rawValue)).sorted().joined(separator: ", ")
            throw Verdict.failed(
                "expected \(exercise.ends.map(\.rawValue).joined(separator: " or ")) with the question's turn or its "
                    + "id among the causes within \(options.answerTime.components.seconds) s, "
                    + "got \(said.isEmpty ? "nothing" : said)\(ending())")
        }
        return responses(to: question)
    }

    /// Refuses an answer with bodies that are not as their schemas say.
    func checkBodies(of answer: [RawMessage]) throws {
        var problems = ProblemList()
        for message in answer { for problem in Inspection.problems(withBodyOf: message) { problems.add(problem) } }
        if !problems.isEmpty { throw Verdict.failed(problems.text) }
    }

    /// Returns the messages with which the stage has answered a question so far.
    func responses(to question: Question) -> [RawMessage] {
        guard let stage else { return [] }
        return connection.journal.messages(from: beginning) {
            $0.header.source == stage.source && question.concerns($0)
        }
    }

    /// Waits for a message of the stage.
    func received(
        from place: Int? = nil, within time: Duration? = nil, _ fits: @escaping @Sendable (RawMessage) -> Bool
    ) async throws -> RawMessage? {
        guard let stage else { return nil }
        return try await first(from: place ?? beginning, within: time ?? options.answerTime) {
            $0.header.source == stage.source && $0.header.run == stage.run && fits($0)
        }
    }

    /// Returns the newest status of the stage.
    func status() -> StageStatus? {
        guard let stage else { return nil }
        return connection.journal.messages(from: beginning) {
            $0.header.kind == StageStatus.kind && $0.header.source == stage.source
        }.last.flatMap { try? $0.decode(StageStatus.self).body }
    }

    /// Waits for a further status that satisfies a condition.
    func status(where fits: @escaping @Sendable (StageStatus) -> Bool) async throws -> StageStatus? {
        try await received(from: connection.journal.count) { message in
            (try? message.decode(StageStatus.self).body).map(fits) ?? false
        }.flatMap { try? $0.decode(StageStatus.self).body }
    }
}
