import SaybusExternalEngines

/// A session with an external engine for one speech. Its calls block and come from one thread at a time. Its
/// resources are released with it.
protocol ExternalVoice: Sendable {
    /// Begins a text, and returns the sample rate.
    func begin(_ text: String, before deadline: ContinuousClock.Instant) throws(EngineFailure) -> Int

    /// Returns the next samples of the text, one channel; nil at its end.
    func next(before deadline: ContinuousClock.Instant) throws(EngineFailure) -> [Int16]?
}
