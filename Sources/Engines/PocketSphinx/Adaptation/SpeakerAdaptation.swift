/// Learns the voice and the room from what was understood, for one kind of room.
///
/// The work takes tens of milliseconds, so the actor runs on a queue of its own.
package actor SpeakerAdaptation {
    private let executor = QueueExecutor(label: "saybus.adaptation")
    package nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    /// The model's means as they are now; nil until something was learned.
    package private(set) var means: AdaptedMeans?
    private var statistics: AdaptationStatistics
    private let prior: RegressionSums
    private let priorFrames: Double

    /// - Parameter priorFrames: As ``AdaptedMeans/init(_:_:priorFrames:)`` takes it.
    init(model: PhoneGaussians, priorFrames: Double) {
        self.priorFrames = priorFrames
        statistics = AdaptationStatistics(model: model)
        prior = RegressionSums(priorOf: model)
    }

    /// Learns from an utterance whose words are believed.
    package func learn(_ hypothesis: SphinxHypothesis, _ cepstra: [Float], _ pronunciations: [String: [Pronunciation]])
    {
        guard let features = UtteranceFeatures(cepstra: cepstra) else { return }
        statistics.add(
            hypothesis.segments.compactMap { segment in
                segment.phones(pronunciations).map { ($0, segment.frames) }
            }, features)
        guard let transform = MeanTransform(statistics, prior: prior) else { return }
        means = AdaptedMeans(transform, statistics, priorFrames: priorFrames)
    }
}
