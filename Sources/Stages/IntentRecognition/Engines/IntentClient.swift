import SaybusExternalEngines

/// A client of an external engine that interprets texts.
public protocol IntentClient: Sendable {
    /// Asks for the meaning of a text; calls do not overlap.
    /// - Throws: `EngineFailure` when there is no usable answer.
    func ask(_ text: String) async throws(EngineFailure) -> [ExternalInterpretation]
}
