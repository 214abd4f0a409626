import SaybusExternalEngines

/// An engine outside of this process, engaged for one speech. Its calls block; they come from one thread at a time, and what it holds goes
/// with it.
protocol ExternalVoice: Sendable {
    /// Has a text spoken; gives the samples a second.
    func begin(_ text: String, before deadline: ContinuousClock.Instant) throws(EngineFailure) -> Int

    /// The next samples of the text, one channel; nil at its end.
    func next(before deadline: ContinuousClock.Instant) throws(EngineFailure) -> [Int16]?
}
