import SaybusPocketSphinx
import SaybusSupport

/// The adaptation to voices and rooms from understood turns, for one kind of room.
///
/// An update takes tens of milliseconds, so the actor has its own dispatch queue as executor.
actor SpeakerAdaptation {
    private let executor = SerialQueueExecutor(label: "saybus.adaptation")
    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    /// The adapted means; nil until something was learned.
    private(set) var means: AdaptedMeans?
    private var statistics: AdaptationStatistics
    private let prior: RegressionSums
    private let priorFrames: Double

    /// - Parameters:
    ///   - model: The Gaussians to adapt.
    ///   - priorFrames: The weight of a transformed mean, for ``AdaptedMeans/init(_:_:priorFrames:)``.
    init(model: PhoneGaussians, priorFrames: Double) {
        self.priorFrames = priorFrames
        statistics = AdaptationStatistics(model: model)
        prior = RegressionSums(priorOf: model)
    }

    /// Learns from an utterance whose words are trusted.
    func learn(_ hypothesis: SphinxHypothesis, _ cepstra: [Float], _ pronunciations: [String: [Pronunciation]]) {
        guard let features = UtteranceFeatures(cepstra: cepstra) else { return }
        statistics.add(
            hypothesis.segments.compactMap { segment in
                segment.phones(pronunciations).map { ($0, segment.frames) }
            }, features)
        guard let transform = MeanTransform(statistics, prior: prior) else { return }
        means = AdaptedMeans(transform, statistics, priorFrames: priorFrames)
    }
}
