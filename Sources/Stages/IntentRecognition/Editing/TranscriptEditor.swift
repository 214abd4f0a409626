import SaybusExternalEngines

/// A hook between the recognizer and the intents: changes the words of a transcript before their meaning is looked for.
///
/// The `speech.transcript` on the bus stays as it is. The `speech.intent` has the edited words. Typed words are not
/// edited.
public protocol TranscriptEditor: Sendable {
    /// Returns the words to understand in place of those that were recognized.
    /// - Throws: `EngineFailure` when there is no answer in time. The words are then understood as they are, and the
    ///   status shows the reason.
    func edit(_ text: String) async throws(EngineFailure) -> String
}
