import Logging
import SaybusBus
import SaybusMessages
import SaybusStage
import ServiceLifecycle

/// The transcribe stage, which turns the sound of each turn into partial texts and a transcript.
public struct TranscribeStage: Sendable {
    /// The lifetime of a transcript in microseconds; a later one is of no use to the next stages.
    static let transcriptLifetime: Int64 = 10_000_000

    private let recognizer: any SpeechRecognizer
    private let limitation: String?
    /// The maximum time that a turn waits for a vocabulary that is being compiled, such as the answers to a question.
    public var vocabularyTimeout = Duration.seconds(1)

    /// Creates a stage with its recognizer.
    public init(_ choice: RecognizerChoice) { (recognizer, limitation) = (choice.recognizer, choice.limitation) }

    /// The tracked message kinds that the stage publishes.
    public static let tracking: [any BusMessage.Type] = [SpeechTranscript.self]

    /// Transcribes until the program is told to stop; a turn whose sound has begun is finished first.
    ///
    /// A new vocabulary is compiled in the background and used from the next turn on.
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
        let compiler = VocabularyCompiler(recognizer: recognizer)
        if let limitation {
            context.logger.warning("a part of the recognizer cannot be used", metadata: ["problem": "\(limitation)"])
            context.setProblem(limitation, of: TranscribeProblem.limitation)
        }
        let ended = EndedTurns()
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { await compiler.run { report($0, context) } }
            group.addTask { await monitorEngine(context) }
            // A shadow is compared with the stage whose transcript has led to the end.
            if !context.isShadow {
                let ends = context.bus.subscribe(to: [SubscriptionFilter(TurnEnded.self, in: context.coverage)])
                group.addTask { await ended.follow(ends, on: context.bus) }
            }
            defer { group.cancelAll() }
            try await transcribe(compiler, ended, context)
        }
    }

    /// Checks the engine's health periodically if it is a remote one, or failed when it was tried, so that a failure is
    /// reported before it costs a user a turn.
    private func monitorEngine(_ context: StageContext) async {
        var monitor = EngineMonitor()
        while !Task.isCancelled {
            var failure: String?
            do {
                guard try await recognizer.probe() else { return }
            } catch {
                failure = "\(error)"
            }
            guard !Task.isCancelled else { return }
            switch monitor.record(failure) {
            case .lost(let reason): context.logger.error("no turn can be recognized", metadata: ["error": "\(reason)"])
            case .recovered: context.logger.notice("turns are recognized again")
            case nil: break
            }
            context.setProblem(failure, of: TranscribeProblem.unreachable)
            guard (try? await Task.sleep(for: monitor.interval)) != nil else { return }
        }
    }

    private func transcribe(
        _ compiler: VocabularyCompiler, _ ended: EndedTurns, _ context: StageContext
    ) async throws {
        let bus = context.bus
        let messages = bus.subscribe(to: [
            SubscriptionFilter(Catalog.self),
            SubscriptionFilter(StageStatus.self),
            SubscriptionFilter(SpeechStarted.self, in: context.coverage),
            SubscriptionFilter(AudioInput.self, in: context.coverage),
            SubscriptionFilter(SpeechEnded.self, in: context.coverage),
            SubscriptionFilter(VoiceRequestStatus.self, in: context.coverage),
        ])
        try await context.ready()
        var state = State(
            catalogs: CatalogRegistry(session: context.session), turn: TurnRecognition(ended: ended),
            inbox: StageInbox(messages))
        try await withGracefulShutdownHandler {
            while let raw = await state.inbox.next() { try await take(raw, &state, compiler, context) }
        } onGracefulShutdown: {
            messages.end()
        }
        for action in state.scheduler.close() { try await perform(action, &state.turn, context) }
    }

    /// The state that the stage keeps from one message to the next.
    private struct State {
        var catalogs: CatalogRegistry
        var questions = QuestionPhrases()
        /// The vocabulary of the newest catalogs and questions; nil before the first.
        var vocabulary: Vocabulary?
        var scheduler = TurnScheduler()
        var turn: TurnRecognition
        var inbox: StageInbox
    }

    private func take(
        _ raw: RawMessage, _ state: inout State, _ compiler: VocabularyCompiler, _ context: StageContext
    ) async throws {
        let hasNewCatalog = state.catalogs.update(raw, from: context.bus)
        context.reportRefusals(of: state.catalogs, as: TranscribeProblem.catalogs)
        let hasNewQuestion = state.questions.apply(raw, from: context.bus)
        if hasNewCatalog || hasNewQuestion { await updateVocabulary(&state, compiler, context) }
        guard let event = event(raw, context.bus) else { return }
        let isBehind = state.inbox.isBehind
        // A replica that is no longer active leaves unfinished turns to the one that has taken over.
        let actions =
            takes(event, raw, context)
            ? state.scheduler.take(event, at: SteadyClock.microseconds(), isBehind: isBehind) : state.scheduler.close()
        for action in actions {
            if case .begin = action { await compiler.waitUntilReady(timeout: vocabularyTimeout) }
            try await perform(action, &state.turn, context)
            guard case .begin = action, await takeFirstCatalogs(&state, compiler, context) else { continue }
            try await perform(action, &state.turn, context)
        }
        if !state.scheduler.hasPendingTurn(of: raw.header) { context.end(raw.header) }
    }

    /// Takes the first apps, which have come while the engine was loaded for a turn: their words count.
    /// - Returns: Whether there were any.
    private func takeFirstCatalogs(
        _ state: inout State, _ compiler: VocabularyCompiler, _ context: StageContext
    ) async -> Bool {
        guard state.vocabulary == nil else { return false }
        let waiting = await state.inbox.takeWaiting(Catalog.kind)
        guard !waiting.isEmpty else { return false }
        for raw in waiting { _ = state.catalogs.update(raw, from: context.bus) }
        await updateVocabulary(&state, compiler, context)
        return true
    }

    private func updateVocabulary(
        _ state: inout State, _ compiler: VocabularyCompiler, _ context: StageContext
    ) async {
        // Without an app the vocabulary is dictation, which includes any answer.
        let catalogs = state.catalogs.all
        let next = Vocabulary(catalogs: catalogs, phrases: catalogs.isEmpty ? [] : state.questions.phrases)
        guard next != state.vocabulary ?? .dictation else { return }
        // No command can be understood before the first vocabulary is ready, so messages wait until it is.
        if state.vocabulary == nil {
            report(await compiler.prepare(next), context)
        } else {
            compiler.submit(next)
        }
        state.vocabulary = next
    }

    /// Returns whether this replica is to process an event.
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
        case StageStatus.kind: bus.read(raw, as: StageStatus.self).flatMap(listenerEvent)
        case AudioInput.kind: bus.read(raw, as: AudioInput.self).map { .chunk($0.body, $0.header) }
        default: nil
        }
    }

    private func listenerEvent(_ status: Message<StageStatus>) -> TurnScheduler.Event? {
        status.body.role == .listen ? .listener(status) : nil
    }

    private func report(_ outcome: VocabularyCompiler.Outcome, _ context: StageContext) {
        if let failure = outcome.failure {
            context.logger.error("cannot use the vocabulary", metadata: ["error": "\(failure)"])
            context.setProblem("cannot use the vocabulary: \(failure)", of: TranscribeProblem.vocabulary)
        } else {
            context.logger.info(
                "vocabulary ready",
                metadata: ["revision": "\(outcome.revision ?? "none")", "took": "\(outcome.duration)"])
            for problem in outcome.newProblems {
                if problem.code == .name {
                    context.logger.notice("an app has no spoken name", metadata: ["app": "\(problem)"])
                } else {
                    context.logger.warning("part of the vocabulary is left out", metadata: ["problem": "\(problem)"])
                }
            }
            context.update { $0.catalogRevision = outcome.revision }
            context.setProblem(outcome.limitation, of: TranscribeProblem.vocabulary)
        }
    }

    private func perform(_ action: TurnScheduler.Action, _ turn: inout TurnRecognition, _ context: StageContext)
        async throws
    {
        switch action {
        case .begin(let id): await turn.begin(recognizer, of: id)
        case .accept(let samples, let header):
            if let partial = await turn.accept(samples, of: header.turn, recognizer) {
                try context.bus.publish(partial, answering: header)
            }
        case .acceptAgain(let samples, let header):
            _ = await turn.accept(samples, of: header.turn, recognizer, isRepetition: true)
        case .finish(let header, let missing, let chunks):
            if let transcript = try await turn.finish(header.turn, recognizer, missing: missing, of: chunks) {
                try publish(transcript, header, context)
                report(transcript, context)
                context.record(engine: transcript.engine, work: turn.work, on: turn.heard)
            } else {
                context.logger.notice(
                    "a turn is not transcribed: it has ended", metadata: ["turn": "\(header.turn?.description ?? "")"])
            }
            context.end(header)
        case .fail(let header, let reason):
            await recognizer.cancel()
            try publish(TurnRecognition.failure(reason, of: recognizer), header, context)
            context.end(header)
        case .drop: await recognizer.cancel()
        }
        if let outcome = turn.takeOutcome() { report(outcome, context) }
    }

    /// Reports whether the recognizer has recognized a turn.
    private func report(_ outcome: Result<Void, any Error>, _ context: StageContext) {
        var failure: (any Error)?
        if case .failure(let error) = outcome { failure = error }
        for problem in TranscribeProblem.after(failure) {
            guard context.setProblem(problem.sentence, of: problem.kind), let sentence = problem.sentence else {
                continue
            }
            context.logger.error("recognition failed", metadata: ["error": "\(sentence)"])
        }
    }

    /// Reports that a turn was recognized in spite of a failure, such as that of the second engine.
    private func report(_ transcript: SpeechTranscript, _ context: StageContext) {
        guard transcript.empty != .failed, let problem = transcript.problem else { return }
        context.logger.warning("a turn was recognized in part", metadata: ["problem": "\(problem)"])
        context.show(problem)
    }

    private func publish(_ transcript: SpeechTranscript, _ header: Header, _ context: StageContext) throws {
        try context.bus.publish(
            transcript, answering: header, deadline: context.bus.now + Self.transcriptLifetime)
    }
}
