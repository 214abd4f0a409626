import SaybusSupport

/// An adaptation to a voice and a room from understood utterances, for one noise condition.
///
/// The work takes tens of milliseconds, so the actor runs on a queue of its own.
package actor SpeakerAdaptation {
    private let executor = SerialQueueExecutor(label: "saybus.adaptation")
    package nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    /// The adapted means; nil before the first utterance was learned.
    package private(set) var means: AdaptedMeans?
    private var statistics: AdaptationStatistics
    private let model: PhoneGaussians
    private let prior: RegressionSums
    private let priorFrames: Double

    /// Creates an adaptation without any utterance.
    /// - Parameter priorFrames: See ``AdaptedMeans/init(_:_:priorFrames:)``.
    init(model: PhoneGaussians, priorFrames: Double) {
        (self.model, self.priorFrames) = (model, priorFrames)
        statistics = AdaptationStatistics(model: model)
        prior = RegressionSums(priorOf: model)
    }

    /// Learns from an utterance whose words are trusted.
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

    /// Forgets all utterances.
    func reset() { (means, statistics) = (nil, AdaptationStatistics(model: model)) }
}
