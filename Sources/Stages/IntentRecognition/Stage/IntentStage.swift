import Logging
import SaybusBus
import SaybusExternalEngines
import SaybusMessages
import SaybusPatternMatching
import SaybusStage
import ServiceLifecycle

/// The intent stage: answers every transcript with what it may mean, by the catalogs of the apps.
public struct IntentStage: Sendable {
    private let settings: Settings

    /// A stage.
    public init(_ settings: Settings = Settings()) { self.settings = settings }

    /// The tracked kinds that it publishes.
    public static let tracking: [any BusMessage.Type] = [SpeechIntent.self]

    /// Recognizes until the program is told to stop. What is learnt in the background is used from the next turn on.
    public func run(_ context: StageContext) async throws {
        let desk = RecognizerSet(settings)
        let workshop = desk.workshop
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                await workshop.run { product in
                    context.logger.info(
                        "learnt the catalogs",
                        metadata: ["revision": "\(product.revision ?? "none")", "seconds": "\(product.seconds)"])
                }
            }
            defer { group.cancelAll() }
            try await answer(desk, context)
        }
    }

    private func answer(_ first: RecognizerSet, _ context: StageContext) async throws {
        let bus = context.bus
        // One subscription for both, so that a transcript is matched by the catalog that was there before it.
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
        var own = OwnSentences()
        var desk = first
        var book = CatalogRegistry(own: settings.models.catalogs)
        var fault: String?
        for problem in settings.models.problems {
            context.logger.warning("a part of a model is left out", metadata: ["problem": "\(problem)"])
        }
        if !book.all.isEmpty {
            desk.note(book.all)
            report(desk, fault, context)
        }
        for await received in messages.cancelOnGracefulShutdown() {
            guard case .message(let raw) = received else { continue }
            if raw.header.kind == AudioSequence.kind || raw.header.kind == AudioPlayback.kind {
                own.note(raw, from: bus)
            } else if raw.header.kind != SpeechTranscript.kind {
                guard book.update(raw, from: bus) else { continue }
                if desk.note(book.all) { report(desk, fault, context) }
            } else if let transcript = bus.read(raw, as: SpeechTranscript.self), context.begin(raw.header, raw.stamp) {
                defer { context.end(raw.header) }
                if own.contain(transcript.body.text, in: raw.header.session, at: raw.header.at) {
                    context.logger.notice("heard the assistant itself", metadata: ["session": "\(raw.header.session)"])
                    try end(.cancelled, "these are the assistant's own words", transcript.header, context)
                    continue
                }
                let problem = try await answer(transcript, desk, context)
                if problem != fault {
                    fault = problem
                    report(desk, fault, context)
                }
            }
        }
    }

    /// Answers a transcript; a turn that the engine cannot serve ends with the reason.
    /// - Returns: What is wrong with the engine; nil when it has answered.
    private func answer(
        _ transcript: Message<SpeechTranscript>, _ desk: RecognizerSet, _ context: StageContext
    ) async throws -> String? {
        let found: IntentRecognition
        do throws(EngineFailure) {
            found = try await desk.recognition(transcript.body, in: transcript.header.session)
        } catch {
            context.logger.error("the engine has not answered", metadata: ["problem": "\(error)"])
            try end(.failed, error.reason, transcript.header, context)
            return error.reason
        }
        let intent = SpeechIntent(
            text: transcript.body.text, hypotheses: found.hypotheses, engine: found.engine,
            catalogRevision: desk.revision, empty: transcript.body.empty)
        let published = Result { () throws(BusError) in try context.bus.publish(intent, answering: transcript.header) }
        guard case .failure(let error) = published else { return nil }
        guard error.code == .unsendable else { throw error }
        context.logger.error("an intent cannot be published", metadata: ["problem": "\(error)"])
        // Asked again, it would be as large.
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

    private func report(_ desk: RecognizerSet, _ fault: String?, _ context: StageContext) {
        let problems = desk.problems
        for problem in problems {
            context.logger.warning("a pattern is left out", metadata: ["problem": "\(problem.sentence)"])
        }
        if let first = desk.unknownIntents.first {
            context.logger.notice(
                "the model has intents that no app has",
                metadata: ["count": "\(desk.unknownIntents.count)", "first": "\(first)"])
        }
        let revision = desk.revision
        context.update { status in
            status.catalogRevision = revision
            status.problem =
                fault ?? (problems.isEmpty ? nil : "\(problems.count) patterns are left out: \(problems[0].sentence)")
        }
    }
}
