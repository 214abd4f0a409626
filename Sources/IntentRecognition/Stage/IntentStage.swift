import Bus
import Logging
import Messages
import PatternMatching
import ServiceLifecycle
import Stage

/// The intent stage: answers every transcript with what it may mean, by the catalogs of the apps.
public struct IntentStage: Sendable {
    /// A stage.
    public init() {}

    /// The tracked kinds that it publishes.
    public static let tracking: [any BusMessage.Type] = [SpeechIntent.self]

    /// Recognizes until the program is told to stop.
    public func run(_ context: StageContext) async throws {
        let bus = context.bus
        // One subscription for both, so that a transcript is matched by the catalog that was there before it.
        let messages = bus.subscribe(to: [Catalog.self, SpeechTranscript.self], in: context.session)
        try await context.ready()
        var book = CatalogBook()
        var recognizer = PatternRecognizer(catalogs: [])
        var revision: String?
        for await received in messages.cancelOnGracefulShutdown() {
            guard case .message(let raw) = received else { continue }
            if raw.header.kind == Catalog.kind {
                guard let catalog = bus.read(raw, as: Catalog.self), book.note(catalog) else { continue }
                recognizer = PatternRecognizer(catalogs: book.all)
                revision = recognizer.matcher.revision
                report(recognizer.matcher.problems, revision, context)
            } else if let transcript = bus.read(raw, as: SpeechTranscript.self) {
                let hypotheses = await recognizer.recognize(transcript.body)
                try bus.publish(
                    SpeechIntent(
                        text: transcript.body.text, hypotheses: hypotheses, engine: recognizer.engine,
                        catalogRevision: revision, empty: transcript.body.empty), answering: transcript.header)
            }
        }
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
