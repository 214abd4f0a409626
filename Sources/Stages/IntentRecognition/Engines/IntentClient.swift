import SaybusExternalEngines

/// Asks somebody else's engine what a text means.
public protocol IntentClient: Sendable {
    /// Asks; one text at a time.
    /// - Throws: ``EngineFailure`` when no answer comes that can be used.
    func ask(_ text: String) async throws(EngineFailure) -> [ExternalInterpretation]
}
