import Saybus

@main
struct SmallestStage: AsyncParsableCommand {
    @OptionGroup var options: StageOptions

    func run() async throws {
        try await reportingFailure("smallest-stage") {
            try await StageRunner(role: .intent, engine: "phrases", tracking: [SpeechIntent.self], options: options)
                .run { try await Self.recognize($0) }
        }
    }

    private static func recognize(_ context: StageContext) async throws {
        let bus = context.bus
        let messages = bus.subscribe(to: [Catalog.self, SpeechTranscript.self], in: context.session)
        try await context.ready()
        var catalogs = CatalogRegistry()
        for await case .message(let message) in messages.cancelOnGracefulShutdown() {
            // An error in it fails this turn, and not the program.
            try await context.handling(message.header) {
                if message.header.kind == Catalog.kind {
                    guard let catalog = bus.read(message, as: Catalog.self), catalogs.update(catalog) else { return }
                    context.update { [catalogs] in $0.catalogRevision = catalogs.revision }
                } else if let heard = bus.read(message, as: SpeechTranscript.self) {
                    let intent = SpeechIntent(
                        text: heard.body.text, hypotheses: Self.meanings(of: heard, catalogs.all), engine: "phrases",
                        catalogRevision: catalogs.revision, empty: heard.body.emptyReason,
                        confidence: heard.body.confidence)
                    try bus.publish(intent, answering: heard.header)
                }
            }
        }
    }

    /// Returns the commands of the session that have the text among their phrases, word for word.
    private static func meanings(of heard: Message<SpeechTranscript>, _ all: [Catalog]) -> [SpeechIntent.Hypothesis] {
        all.flatMap { catalog in
            let absent = catalog.absent(in: heard.header.session)
            return catalog.commands.filter { $0.patterns.contains(heard.body.text) && !absent.contains($0.type) }.map {
                SpeechIntent.Hypothesis(app: catalog.app, type: $0.type, confidence: 1, matcher: heard.body.text)
            }
        }
    }
}
