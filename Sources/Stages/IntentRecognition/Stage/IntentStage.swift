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

    /// Recognizes until the program is told to stop. A model trained in the background is used from the next turn on.
    public func run(_ context: StageContext) async throws {
        let recognizers = RecognizerSet(settings)
        let trainer = recognizers.trainer
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                await trainer.run { outcome in
                    context.logger.info(
                        "learnt the catalogs",
                        metadata: ["revision": "\(outcome.revision ?? "none")", "seconds": "\(outcome.seconds)"])
                }
            }
            defer { group.cancelAll() }
            try await processMessages(recognizers, context)
        }
    }

    private func processMessages(_ first: RecognizerSet, _ context: StageContext) async throws {
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
                SubscriptionFilter(Catalog.self, in: SessionScope(session: context.session)),
                SubscriptionFilter(StageStatus.self),
                SubscriptionFilter(SpeechTranscript.self, in: context.coverage),
            ] + speech)
        try await context.ready()
        var ownSentences = OwnSentences()
        var recognizers = first
        var catalogs = CatalogRegistry(own: settings.models.catalogs)
        var fault: String?
        for problem in settings.models.problems {
            context.logger.warning("a part of a model is left out", metadata: ["problem": "\(problem)"])
        }
        if !catalogs.all.isEmpty {
            recognizers.update(catalogs.all)
            report(recognizers, fault, context)
        }
        for await received in messages.cancelOnGracefulShutdown() {
            guard case .message(let raw) = received else { continue }
            if raw.header.kind == AudioSequence.kind || raw.header.kind == AudioPlayback.kind {
                ownSentences.apply(raw, from: bus)
            } else if raw.header.kind != SpeechTranscript.kind {
                guard catalogs.update(raw, from: bus) else { continue }
                if recognizers.update(catalogs.all) { report(recognizers, fault, context) }
            } else if let transcript = bus.read(raw, as: SpeechTranscript.self), context.begin(raw.header, raw.stamp) {
                defer { context.end(raw.header) }
                if ownSentences.isEcho(transcript.body.text, in: raw.header.session, at: raw.header.at) {
                    context.logger.notice("heard the assistant itself", metadata: ["session": "\(raw.header.session)"])
                    try end(.cancelled, "these are the assistant's own words", transcript.header, context)
                    continue
                }
                let problem = try await answer(transcript, recognizers, context)
                if problem != fault {
                    fault = problem
                    report(recognizers, fault, context)
                }
            }
        }
    }

    /// Answers a transcript; if the engine fails, the turn ends with the error's reason.
    /// - Returns: The engine's problem; nil when an intent was published.
    private func answer(
        _ transcript: Message<SpeechTranscript>, _ recognizers: RecognizerSet, _ context: StageContext
    ) async throws -> String? {
        let found: IntentRecognition
        do throws(EngineFailure) {
            found = try await recognizers.recognition(transcript.body, in: transcript.header.session)
        } catch {
            context.logger.error("the engine has not answered", metadata: ["problem": "\(error)"])
            try end(.failed, error.reason, transcript.header, context)
            return error.reason
        }
        let intent = SpeechIntent(
            text: transcript.body.text, hypotheses: found.hypotheses, engine: found.engine,
            catalogRevision: recognizers.revision, empty: transcript.body.empty)
        let published = Result { () throws(BusError) in try context.bus.publish(intent, answering: transcript.header) }
        guard case .failure(let error) = published else { return nil }
        guard error.code == .unsendable else { throw error }
        context.logger.error("an intent cannot be published", metadata: ["problem": "\(error)"])
        // A retry would produce the same oversized message, so the turn ends.
        try end(.failed, error.reason, transcript.header, context)
        return nil
    }

    /// Ends the turn of a transcript that gets no intent.
    private func end(
        _ outcome: TurnEnded.Outcome, _ reason: String, _ header: Header, _ context: StageContext
    ) throws(BusError) {
        try context.bus.publish(Receipt(of: SpeechTranscript.kind), answering: header)
        try context.bus.publish(TurnEnded(outcome: outcome, reason: reason), answering: header)
    }

    private func report(_ recognizers: RecognizerSet, _ fault: String?, _ context: StageContext) {
        let problems = recognizers.problems
        for problem in problems {
            context.logger.warning("a pattern is left out", metadata: ["problem": "\(problem.sentence)"])
        }
        if let first = recognizers.unknownIntents.first {
            context.logger.notice(
                "the model has intents that no app has",
                metadata: ["count": "\(recognizers.unknownIntents.count)", "first": "\(first)"])
        }
        let revision = recognizers.revision
        context.update { status in
            status.catalogRevision = revision
            status.problem =
                fault ?? (problems.isEmpty ? nil : "\(problems.count) patterns are left out: \(problems[0].sentence)")
        }
    }
}
