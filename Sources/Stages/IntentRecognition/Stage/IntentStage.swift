import Logging
import SaybusBus
import SaybusExternalEngines
import SaybusMessages
import SaybusPatternMatching
import SaybusStage
import ServiceLifecycle

/// The intent stage, which answers each transcript with its possible intents by the catalogs of the apps.
public struct IntentStage: Sendable {
    private let settings: Settings

    /// Creates a stage.
    public init(_ settings: Settings = Settings()) { self.settings = settings }

    /// The tracked message kinds that the stage publishes.
    public static let tracking: [any BusMessage.Type] = [SpeechIntent.self]

    /// Recognizes until the program is told to stop. Catalogs are compiled in the background, and a model trained in
    /// the background is used from the next turn on.
    public func run(_ context: StageContext) async throws {
        let recognizers = RecognizerSet(settings)
        let trainer = recognizers.trainer
        let compiler = RecognizerCompiler(recognizers)
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                await trainer.run { outcome in
                    context.logger.info(
                        "trained a model from the catalogs",
                        metadata: ["revision": "\(outcome.revision ?? "none")", "seconds": "\(outcome.seconds)"])
                }
            }
            group.addTask {
                var leftOut: Set<String> = []
                await compiler.run { leftOut = report($0, except: leftOut, context) }
            }
            defer { group.cancelAll() }
            try await takeMessages(compiler, context)
        }
    }

    private func takeMessages(
        _ compiler: RecognizerCompiler, _ context: StageContext
    ) async throws {
        let bus = context.bus
        // A single subscription keeps catalogs and transcripts in order: each transcript is matched with
        // the catalogs that came before it.
        let speech =
            settings.dropsOwnSpeech
            ? [
                SubscriptionFilter(AudioSequence.self, in: context.coverage),
                SubscriptionFilter(AudioPlayback.self, in: context.coverage),
            ]
            : []
        let messages = bus.subscribe(
            to: [
                SubscriptionFilter(Catalog.self),
                SubscriptionFilter(StageStatus.self),
                SubscriptionFilter(SpeechTranscript.self, in: context.coverage),
            ] + speech)
        try await context.ready()
        var state = State(catalogs: CatalogRegistry(own: settings.models.catalogs, session: context.session))
        for problem in settings.models.problems {
            context.logger.warning("a part of a model is left out", metadata: ["problem": "\(problem)"])
        }
        if !state.catalogs.all.isEmpty { compiler.submit(state.catalogs) }
        try await withGracefulShutdownHandler {
            // An own engine answers on the bus's thread. Waiting for others' engines goes on elsewhere: they may begin
            // with a connection or a program.
            if settings.intentClient == nil, settings.editors.isEmpty {
                try await bus.forEach(of: messages) {
                    try await take($0, &state, compiler, context)
                }
            } else {
                for await case .message(let message) in messages {
                    try await take(message, &state, compiler, context)
                }
            }
        } onGracefulShutdown: {
            messages.end()
        }
    }

    /// The state that the stage keeps from one message to the next.
    private struct State {
        var catalogs: CatalogRegistry
        var ownSentences = OwnSentences()
        var lastCommands = LastCommands()
    }

    private func take(
        _ message: RawMessage, _ state: inout State, _ compiler: RecognizerCompiler, _ context: StageContext
    ) async throws {
        let bus = context.bus
        if state.catalogs.update(message, from: bus) { compiler.submit(state.catalogs) }
        context.reportRefusals(of: state.catalogs, as: IntentProblem.catalogs)
        state.ownSentences.apply(message, from: bus)
        guard message.header.kind == SpeechTranscript.kind,
            let transcript = bus.read(message, as: SpeechTranscript.self), context.begin(message.header, message.stamp)
        else { return }
        defer { context.end(transcript.header) }
        let (body, header) = (transcript.body, transcript.header)
        if !body.isTyped, state.ownSentences.isEcho(body.text, in: header.session, at: header.at) {
            context.logger.notice(
                "ignored a transcript of the assistant's own speech",
                metadata: ["session": "\(header.session)"])
            return try end(.cancelled, "these are the assistant's own words", header, context)
        }
        var recognizers = await compiler.recognizers()
        recognizers.setScopes(state.catalogs.all)
        let (edited, editing) = await body.edited(by: settings.editors)
        if context.setProblem(editing, of: IntentProblem.editor), let editing { context.logger.warning("\(editing)") }
        let problem = try await answer(edited, to: header, recognizers, &state.lastCommands, context)
        context.setProblem(problem, of: IntentProblem.engine)
    }

    /// Answers a transcript; if the engine fails, the turn ends with the error's reason.
    /// - Returns: The engine's problem; nil when it has answered.
    private func answer(
        _ transcript: SpeechTranscript, to header: Header, _ recognizers: RecognizerSet,
        _ lastCommands: inout LastCommands, _ context: StageContext
    ) async throws -> String? {
        var found: IntentRecognition
        do throws(EngineFailure) {
            found = try await recognizers.recognition(transcript, in: header.session)
        } catch {
            try leaveToSuccessor(error)
            report(error, context)
            try end(.failed, error.reason, header, context)
            return error.reason
        }
        try leaveToSuccessor(found.failure)
        if let failure = found.failure { report(failure, context) }
        if found.hypotheses.isEmpty, let last = lastCommands[header.session],
            let corrected = await recognizers.correction(of: last, by: transcript, in: header.session)
        {
            found.hypotheses = [corrected.withoutPlaces]
            lastCommands.set(corrected, in: header.session)
        } else {
            lastCommands.record(transcript.text, found.hypotheses, in: header.session)
        }
        let intent = SpeechIntent(
            text: transcript.text, hypotheses: found.hypotheses, engine: found.engine,
            catalogRevision: recognizers.revision, empty: transcript.emptyReason, confidence: transcript.confidence)
        let published = Result { () throws(BusError) in try context.bus.publish(intent, answering: header) }
        guard case .failure(let error) = published else { return found.failure?.reason }
        guard error.code == .unsendable else { throw error }
        context.logger.error("an intent cannot be published", metadata: ["problem": "\(error)"])
        // A retry would produce the same oversized message, so the turn ends.
        try end(.failed, error.reason, header, context)
        return found.failure?.reason
    }

    /// Leaves a transcript to the stage's successor when the engine failed because the stage's own task was cancelled.
    private func leaveToSuccessor(_ failure: EngineFailure?) throws(CancellationError) {
        if failure != nil, Task.isCancelled { throw CancellationError() }
    }

    private func report(_ failure: EngineFailure, _ context: StageContext) {
        context.logger.error("the engine did not answer", metadata: ["problem": "\(failure)"])
    }

    /// Ends the turn of a transcript that gets no intent.
    private func end(
        _ outcome: TurnEnded.Outcome, _ reason: String, _ header: Header, _ context: StageContext
    ) throws(BusError) {
        try context.bus.publish(Receipt(of: SpeechTranscript.kind), answering: header)
        try context.bus.publish(TurnEnded(outcome: outcome, reason: reason), answering: header)
    }

    /// Reports new recognizers.
    /// - Parameter known: The problems of patterns that were reported before.
    /// - Returns: The problems of patterns that are left out now.
    private func report(_ recognizers: RecognizerSet, except known: Set<String>, _ context: StageContext) -> Set<String>
    {
        let problems = recognizers.problems
        // Every catalog that changes leads here, as when a question is asked.
        for problem in problems where !known.contains(problem.description) {
            context.logger.warning(
                "a pattern is left out",
                metadata: [
                    "app": "\(problem.app)", "command": "\(problem.command.shortened(to: 200))",
                    "pattern": "\(problem.pattern.shortened(to: 200))", "problem": "\(problem.sentence)",
                ])
        }
        if let first = recognizers.unknownIntents.first {
            context.logger.notice(
                "the model has intents that no app has",
                metadata: ["count": "\(recognizers.unknownIntents.count)", "first": "\(first)"])
        }
        let revision = recognizers.revision
        context.update { $0.catalogRevision = revision }
        context.setProblem(
            problems.first.map { "\(problems.count) patterns are left out: \($0)" }, of: IntentProblem.patterns)
        return Set(problems.map(\.description))
    }
}
