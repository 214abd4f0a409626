import Bus
import Logging
import Messages
import PatternMatching
import ServiceLifecycle
import Stage

/// The intent stage: answers every transcript with what it may mean, by the catalogs of the apps.
public struct IntentStage: Sendable {
    private let dropsOwnSpeech: Bool

    /// A stage.
    /// - Parameter dropsOwnSpeech: Whether a transcript that is what the assistant says itself ends its turn, without an intent.
    public init(dropsOwnSpeech: Bool = false) { self.dropsOwnSpeech = dropsOwnSpeech }

    /// The tracked kinds that it publishes.
    public static let tracking: [any BusMessage.Type] = [SpeechIntent.self]

    /// Recognizes until the program is told to stop.
    public func run(_ context: StageContext) async throws {
        let bus = context.bus
        // One subscription for both, so that a transcript is matched by the catalog that was there before it.
        let speech =
            dropsOwnSpeech
            ? [Interest(AudioSequence.self, in: context.coverage), Interest(AudioPlayback.self, in: context.coverage)]
            : []
        let messages = bus.subscribe(
            to: [
                Interest(Catalog.self, in: Coverage(session: context.session)), Interest(StageStatus.self),
                Interest(SpeechTranscript.self, in: context.coverage),
            ] + speech)
        try await context.ready()
        var own = OwnSentences()
        var book = CatalogBook()
        var recognizer = PatternRecognizer(catalogs: [])
        var revision: String?
        for await received in messages.cancelOnGracefulShutdown() {
            guard case .message(let raw) = received else { continue }
            if raw.header.kind == AudioSequence.kind || raw.header.kind == AudioPlayback.kind {
                own.note(raw, from: bus)
            } else if raw.header.kind != SpeechTranscript.kind {
                guard book.note(raw, from: bus) else { continue }
                recognizer = PatternRecognizer(catalogs: book.all)
                revision = recognizer.matcher.revision
                report(recognizer.matcher.problems, revision, context)
            } else if let transcript = bus.read(raw, as: SpeechTranscript.self), context.begin(raw.header, raw.stamp) {
                defer { context.end(raw.header) }
                if own.contain(transcript.body.text, in: raw.header.session, at: raw.header.at) {
                    context.logger.notice("heard the assistant itself", metadata: ["session": "\(raw.header.session)"])
                    try end(transcript.header, .cancelled, "these are the assistant's own words", context)
                    continue
                }
                let hypotheses = await recognizer.recognize(transcript.body)
                let intent = SpeechIntent(
                    text: transcript.body.text, hypotheses: hypotheses, engine: recognizer.engine,
                    catalogRevision: revision, empty: transcript.body.empty)
                try publish(intent, answering: transcript.header, context)
            }
        }
    }

    /// An answer that is too large for the bus ends its turn: asked again, it would be as large.
    private func publish(_ intent: SpeechIntent, answering header: Header, _ context: StageContext) throws {
        let published = Result { () throws(BusError) in try context.bus.publish(intent, answering: header) }
        guard case .failure(let error) = published else { return }
        guard error.code == .unsendable else { throw error }
        context.logger.error("an intent cannot be published", metadata: ["problem": "\(error)"])
        try end(header, .failed, error.reason, context)
    }

    /// A transcript that gets no intent.
    private func end(
        _ header: Header, _ outcome: TurnEnded.Outcome, _ reason: String, _ context: StageContext
    ) throws(BusError) {
        try context.bus.publish(Receipt(of: SpeechTranscript.kind), answering: header)
        try context.bus.publish(TurnEnded(outcome: outcome, reason: reason), answering: header)
    }

    private func report(_ problems: [PatternProblem], _ revision: String?, _ context: StageContext) {
        for problem in problems {
            context.logger.warning("a pattern is left out", metadata: ["problem": "\(problem.sentence)"])
        }
        context.update { status in
            status.catalogRevision = revision
            status.problem = problems.isEmpty ? nil : "\(problems.count) patterns are left out: \(problems[0].sentence)"
        }
    }
}
