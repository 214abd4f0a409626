import SaybusMessages

/// Intents for a command of the stage's own app. Every third intent has no hypothesis.
struct DispatchExercise: Exercise {
    let input: any BusMessage.Type = SpeechIntent.self
    let ends = [TurnEnded.kind]

    private let call: CatalogCall
    /// The revision of the catalog. An app that an intent was recognized without may match its patterns itself.
    private let revision: String

    /// Creates an exercise with a command of a catalog; nil when the catalog has none that can be called.
    /// - Parameter catalog: The catalog of the stage. The stage really carries out one of its commands.
    init?(catalog: Catalog) {
        guard let call = CatalogCall(catalog) else { return nil }
        (self.call, revision) = (call, catalog.revision)
    }

    func question(_ number: Int) -> [any BusMessage] {
        let hypotheses =
            number % 3 == 2
            ? []
            : [
                SpeechIntent.Hypothesis(
                    app: call.app, type: call.type, confidence: 1, parameters: call.parameters, matcher: call.pattern)
            ]
        return [SpeechIntent(text: call.text, hypotheses: hypotheses, engine: "conform", catalogRevision: revision)]
    }

    func problem(with answer: [RawMessage], to number: Int) -> String? {
        guard let ended = body(TurnEnded.self, in: answer) else { return "no turn.ended can be read" }
        let invoked = answer.filter { $0.header.kind == CommandInvoked.kind }
        if number % 3 == 2 {
            if !invoked.isEmpty { return "an intent without a hypothesis has invoked a command" }
            return ended.outcome == .notUnderstood
                ? nil : "the turn of an intent without a hypothesis ended as \(ended.outcome.rawValue)"
        }
        guard invoked.count == 1, let command = body(CommandInvoked.self, in: invoked) else {
            return "expected one command.invoked for \(call.app)/\(call.type), got \(invoked.count)"
        }
        if command.app != call.app || command.type != call.type {
            return "expected \(call.app)/\(call.type) to be invoked, got \(command.app)/\(command.type)"
        }
        // A program that the app runs may be missing on this machine. The command then fails, and the turn is right.
        return [.handled, .failed].contains(ended.outcome)
            ? nil : "the turn of a command that was carried out ended as \(ended.outcome.rawValue)"
    }
}
