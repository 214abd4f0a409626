import Logging
import SaybusBus
import SaybusMessages
import SaybusStage
import ServiceLifecycle

/// The transcription stage: turns the sound of each turn into partial texts and a transcript.
public struct TranscribeStage: Sendable {
    /// How long a transcript is worth anything, in microseconds.
    static let life: Int64 = 10_000_000

    private let recognizer: any SpeechRecognizer
    /// How long a turn waits for a vocabulary that is being prepared, such as the answers to a question.
    public var vocabularyPatience = Duration.seconds(1)

    /// A stage with its engine.
    public init(recognizer: any SpeechRecognizer) { self.recognizer = recognizer }

    /// The tracked kinds that it publishes.
    public static let tracking: [any BusMessage.Type] = [SpeechTranscript.self]

    /// Transcribes until the program is told to stop; a turn whose sound has begun is finished first.
    ///
    /// What is listened for changes in the background, and counts from the next turn on.
    public func run(_ context: StageContext) async throws {
        do {
            try await work(context)
        } catch {
            await recognizer.stop()
            throw error
        }
        await recognizer.stop()
    }

    private func work(_ context: StageContext) async throws {
        _ = try await recognizer.configure(.dictation)
        let workshop = VocabularyCompiler(recognizer: recognizer)
        let problems = TranscribeProblems()
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { await workshop.run { report($0, problems, context) } }
            group.addTask { await watchEngine(problems, context) }
            defer { group.cancelAll() }
            try await transcribe(workshop, problems, context)
        }
    }

    /// Looks at an engine elsewhere from the start, and all the time: who speaks to one that is away loses a turn.
    private func watchEngine(_ problems: TranscribeProblems, _ context: StageContext) async {
        var watch = EngineWatch()
        while !Task.isCancelled {
            var failure: String?
            do {
                guard try await recognizer.probe() else { return }
            } catch {
                failure = "\(error)"
            }
            guard !Task.isCancelled else { return }
            switch watch.note(failure) {
            case .lost(let reason): context.logger.error("no turn can be recognized", metadata: ["error": "\(reason)"])
            case .back: context.logger.notice("turns can be recognized again")
            case nil: break
            }
            if problems.setUnreachable(failure) { context.update { $0.problem = problems.sentence } }
            guard (try? await Task.sleep(for: watch.pause)) != nil else { return }
        }
    }

    private func transcribe(
        _ workshop: VocabularyCompiler, _ problems: TranscribeProblems, _ context: StageContext
    ) async throws {
        let bus = context.bus
        let messages = bus.subscribe(to: [
            SubscriptionFilter(Catalog.self, in: SessionScope(session: context.session)),
            SubscriptionFilter(StageStatus.self),
            SubscriptionFilter(SpeechStarted.self, in: context.coverage),
            SubscriptionFilter(AudioInput.self, in: context.coverage),
            SubscriptionFilter(SpeechEnded.self, in: context.coverage),
            SubscriptionFilter(VoiceRequestStatus.self, in: context.coverage),
        ])
        try await context.ready()
        var book = CatalogRegistry()
        var questions = OpenQuestions()
        var vocabulary: Vocabulary?
        var desk = TurnScheduler()
        var turn = TurnReport(problems: problems)
        for await received in messages.cancelOnGracefulShutdown() {
            guard case .message(let raw) = received else { continue }
            let hasNewCatalog = book.update(raw, from: bus)
            let hasNewQuestion = questions.note(raw, from: bus)
            if hasNewCatalog || hasNewQuestion {
                await listen(for: book, questions, &vocabulary, workshop, problems, context)
            }
            guard let event = event(raw, bus) else { continue }
            // Who has stepped down leaves what is still being spoken to the one who has taken over.
            let actions = takes(event, raw, context) ? desk.take(event, at: raw.stamp?.at ?? 0) : desk.close()
            for action in actions {
                if case .begin = action { await workshop.settled(within: vocabularyPatience) }
                try await perform(action, &turn, context)
            }
            if !desk.holds(raw.header) { context.end(raw.header) }
        }
        for action in desk.close() { try await perform(action, &turn, context) }
    }

    private func listen(
        for book: CatalogRegistry, _ questions: OpenQuestions, _ vocabulary: inout Vocabulary?,
        _ workshop: VocabularyCompiler, _ problems: TranscribeProblems, _ context: StageContext
    ) async {
        // Without an app anything may be said, answers with it.
        let next = Vocabulary(catalogs: book.all, phrases: book.all.isEmpty ? [] : questions.phrases)
        guard next != vocabulary ?? .dictation else { return }
        // Before there is any catalog, nothing can be understood: the first is waited for.
        if vocabulary == nil {
            report(await workshop.prepare(next), problems, context)
        } else {
            workshop.order(next)
        }
        vocabulary = next
    }

    /// Whether to take an event: not what is another's to transcribe.
    private func takes(_ event: TurnScheduler.Event, _ raw: RawMessage, _ context: StageContext) -> Bool {
        switch event {
        case .started, .chunk: context.takes(raw.header, raw.stamp)
        case .ended: context.begin(raw.header, raw.stamp)
        case .listener: context.isActive
        }
    }

    private func event(_ raw: RawMessage, _ bus: Bus) -> TurnScheduler.Event? {
        switch raw.header.kind {
        case SpeechStarted.kind: .started(raw.header)
        case SpeechEnded.kind: bus.read(raw, as: SpeechEnded.self).map { .ended($0.body, $0.header) }
        case StageStatus.kind: bus.read(raw, as: StageStatus.self).flatMap(listener)
        case AudioInput.kind: bus.read(raw, as: AudioInput.self).map { .chunk($0.body, $0.header) }
        default: nil
        }
    }

    private func listener(_ status: Message<StageStatus>) -> TurnScheduler.Event? {
        guard status.body.role == "listen" else { return nil }
        return StageSighting(status).map { .listener($0.source, run: $0.run) }
    }

    private func report(_ product: VocabularyCompiler.Product, _ problems: TranscribeProblems, _ context: StageContext)
    {
        if let failure = product.failure {
            context.logger.error("cannot use the vocabulary", metadata: ["error": "\(failure)"])
            problems.setVocabulary("cannot use the vocabulary: \(failure)")
        } else {
            context.logger.info(
                "vocabulary ready",
                metadata: ["revision": "\(product.revision ?? "none")", "took": "\(product.took)"])
            // An app that cannot be called by its name has all its commands.
            let missing = product.problems.filter { $0.code != .name }
            for problem in product.problems where problem.code == .name {
                context.logger.notice("an app has no spoken name", metadata: ["app": "\(problem)"])
            }
            for problem in missing {
                context.logger.warning("part of the vocabulary is left out", metadata: ["problem": "\(problem)"])
            }
            problems.setVocabulary(
                missing.first.map { "\(missing.count) parts of the vocabulary are left out: \($0)" })
        }
        context.update { status in
            if product.failure == nil { status.catalogRevision = product.revision }
            status.problem = problems.sentence
        }
    }

    private func perform(_ action: TurnScheduler.Action, _ turn: inout TurnReport, _ context: StageContext) async throws
    {
        switch action {
        case .begin: await turn.begin(recognizer)
        case .accept(let samples, let header):
            if let partial = await turn.accept(samples, recognizer) {
                try context.bus.publish(partial, answering: header)
            }
        case .finish(let header, let missing):
            try publish(await turn.finish(recognizer, missingChunks: missing), header, context)
            context.end(header)
        case .fail(let header, let reason):
            await recognizer.cancel()
            try publish(TurnReport.failure(reason, of: recognizer), header, context)
            context.end(header)
        case .drop: await recognizer.cancel()
        }
        if turn.hasNews {
            turn.hasNews = false
            if let problem = turn.problem {
                context.logger.error("recognition failed", metadata: ["error": "\(problem)"])
            }
            context.update { [problems = turn.problems] in $0.problem = problems.sentence }
        }
    }

    private func publish(_ transcript: SpeechTranscript, _ header: Header, _ context: StageContext) throws {
        try context.bus.publish(transcript, answering: header, deadline: WallClock.microseconds() + Self.life)
    }
}
