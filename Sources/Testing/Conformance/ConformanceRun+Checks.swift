import SaybusBus
import SaybusMessages
import SaybusProcesses

extension ConformanceRun {
    /// Carries out one check.
    func result(of check: ConformanceCheck) async throws -> ConformanceResult {
        let start = ContinuousClock.now
        let place = connection.journal.pages.malformed.count
        do {
            try await perform(check)
            return ConformanceResult(check, .passed, took: .now - start)
        } catch Verdict.failed(let detail) {
            // During this check, the run itself publishes what cannot be read.
            let unread = check == .garbage ? [] : unreadable(from: place, besides: detail)
            let details = ([detail] + unread).joined(separator: "\n")
            return ConformanceResult(check, .failed, took: .now - start, detail: details)
        } catch Verdict.skipped(let detail) {
            return ConformanceResult(check, .skipped, took: .now - start, detail: detail)
        }
    }

    /// Returns a sentence for each of the first messages of the stage that nobody can read, and which a check may have
    /// waited for.
    private func unreadable(from place: Int, besides detail: String) -> [String] {
        var found = ProblemList()
        for error in connection.journal.pages.malformed.dropFirst(place)
        where error.source.map({ $0.role == role.busRole }) ?? true && !detail.contains(error.reason) {
            let kind = error.topic.map { " on \($0)" } ?? ""
            found.add("a message\(kind) cannot be read: \(error.reason)")
        }
        return found.isEmpty ? [] : [found.text]
    }

    private func perform(_ check: ConformanceCheck) async throws {
        switch check {
        case .ready: try await checkReady()
        case .usage: try await checkUsage()
        case .noBus: break  // Runs in parallel: see `ConformanceKit`.
        default:
            try await prepare()
            switch check {
            case .barrier: try await checkBarrier()
            case .answer: try await checkAnswer()
            case .order: try await checkOrder()
            case .repeats: try await checkRepeats()
            case .receipts: try await checkReceipts()
            case .stale: try await checkStale()
            case .garbage: try await checkGarbage()
            case .catalog: try await checkCatalog()
            case .outbox: try await checkOutbox()
            case .beats: try await checkBeats()
            case .envelope: try await checkEnvelope()
            case .rejoin: try await checkRejoin()
            case .drain: try await checkDrain()
            case .restart: try await checkRestart()
            case .session: try await checkSession()
            case .ready, .usage, .noBus: break
            }
        }
    }

    /// Starts the stage if it is not running, and chooses the exercise of its role.
    func prepare() async throws {
        if hasFailedToStart { throw Verdict.skipped("the stage was never ready") }
        do {
            try await running()
        } catch Verdict.failed(let why) {
            if knownRuns.isEmpty { failedToStart() }
            throw Verdict.failed("it could not be started for this check: \(why)")
        }
        guard exercise == nil else { return }
        switch role {
        case .listen: exercise = ListenExercise()
        case .transcribe: exercise = TranscribeExercise()
        case .intent: exercise = IntentExercise()
        case .audio: exercise = AudioExercise()
        case .dispatch: exercise = DispatchExercise(catalog: try await ownCatalog())
        case .app: exercise = AppExercise(catalog: try await ownCatalog())
        }
    }

    /// Returns the catalog that the stage publishes.
    func ownCatalog() async throws -> Catalog {
        let message = try await received { message in
            (try? message.decode(Catalog.self).body.commands.isEmpty) == false
        }
        if message == nil, let unreadable = try await received(within: .zero, { $0.header.kind == Catalog.kind }) {
            let problems = Inspection.problems(withBodyOf: unreadable)
            if !problems.isEmpty { throw Verdict.failed(problems.joined(separator: "\n")) }
        }
        guard let message, let catalog = try? message.decode(Catalog.self).body else {
            throw Verdict.failed("expected a catalog with a command to call")
        }
        guard message.header.retain else {
            throw Verdict.failed("the catalog is not retained: late subscribers do not receive it")
        }
        return catalog
    }

    func checkReady() async throws {
        do {
            try await start()
        } catch {
            failedToStart()
            throw error
        }
        // The line may arrive a moment after the message.
        let line = await program?.line(on: .standardError, within: options.answerTime) { $0.hasPrefix("ready ") }
        guard line != nil else {
            throw Verdict.failed("expected a line on standard error that begins with \"ready \"")
        }
    }

    func checkUsage() async throws {
        let result = await StartupChecks(command: command, options: options).usage()
        if let detail = result.detail { throw Verdict.failed(detail) }
    }

    func checkBarrier() async throws {
        // A fresh start: the question is sent as soon as the stage reports ready.
        let stage = try await start()
        let question = try ask(0)
        let journal = connection.journal.messages(from: beginning) { $0.header.run == stage.run }
        let ready = journal.firstIndex { $0.header.kind == StageStatus.kind } ?? 0
        guard journal[..<ready].contains(where: { $0.header.kind == Barrier.kind }) else {
            throw Verdict.failed(
                "expected a barrier message of its own before stage.status says ready: nothing proves its subscriptions"
            )
        }
        try await answer(to: question)
    }

    func checkAnswer() async throws {
        guard let exercise, let kitchen = Session(rawValue: "conform-kitchen") else { return }
        // A listening stage belongs to one session; all other stages serve every session.
        let other = role == .listen ? .default : kitchen
        var questions: [Question] = []
        for (index, session) in [(0, Session.default), (1, other), (2, other)] {
            let question = try ask(index, session: session)
            let answer = try await answer(to: question)
            try checkBodies(of: answer)
            for message in answer { try checkPlace(of: message, in: question) }
            if let problem = exercise.problem(with: answer, to: index) { throw Verdict.failed(problem) }
            questions.append(question)
        }
        if role != .listen { try await checkAnsweredOnce(questions) }
        if let intent = exercise as? IntentExercise {
            try await checkUnknownPhrase(intent)
            try await checkScopedPhrase(intent)
        }
        if let app = exercise as? AppExercise {
            try await checkForeignCommand(app)
            try await checkEndedTurn(app)
        }
        if let transcriber = exercise as? TranscribeExercise { try await checkLostChunk(transcriber) }
        if role == .audio { try await checkStop() }
        if role == .listen { try await checkTurn() }
    }

    private func checkPlace(of message: RawMessage, in question: Question) throws {
        let header = message.header
        if header.session != question.session {
            throw Verdict.failed(
                "\(header.kind) went to the session \(header.session), the question came from \(question.session)")
        }
        if header.turn != question.turn {
            let turn = header.turn.map { "turn \($0)" } ?? "no turn"
            throw Verdict.failed("\(header.kind) belongs to \(turn), the question to \(question.turn)")
        }
        if question.ids.isDisjoint(with: header.causes), exercise?.isEnd(message) == true {
            throw Verdict.failed("the causes of \(header.kind) do not name the question: \(header.causes)")
        }
    }

    func checkOrder() async throws {
        guard let exercise, let stage else { return }
        let questions = try (0..<5).map { _ in try ask() }
        for question in questions { try await answer(to: question) }
        let ends = connection.journal.messages(from: beginning) { $0.header.run == stage.run && exercise.isEnd($0) }
        let order = questions.indices.sorted { left, right in
            place(of: questions[left], in: ends) < place(of: questions[right], in: ends)
        }
        if order != Array(questions.indices) {
            throw Verdict.failed("five questions in a row were answered in the order \(order.map { $0 + 1 })")
        }
    }

    private func place(of question: Question, in ends: [RawMessage]) -> Int {
        ends.firstIndex(where: question.concerns) ?? .max
    }
}
