import SaybusMessages

/// A recognizer that tries patterns first and then a statistical model.
///
/// These are tried in order, and the first that understands the transcript decides:
/// 1. the patterns, with the text and then its alternatives;
/// 2. the patterns, with texts in which misrecognized words are replaced by known words that sound alike
///    (``TranscriptRepair``); English ones only;
/// 3. the statistical model, unless the text is two commands: one of them would be lost.
public struct EnsembleRecognizer: IntentRecognizer {
    /// The factor on the confidence of a pattern that matches a repaired text.
    static let repairFactor = 0.75

    /// The minimum confidence of a pattern for a text with replaced words: that of a pattern without free-text
    /// parameters.
    static let minimumConfidence = 0.8

    /// The most confidence in words that were put in the place of others that may as well stand for many more: the user
    /// is asked.
    static let maximumDoubtful = 0.45

    /// `ensemble`
    public let engine = "ensemble"
    private let patterns: PatternRecognizer
    private let repair: TranscriptRepair
    private let statistics: StatisticalRecognizer?

    /// Creates an ensemble; `statistics` is nil while no model has been trained.
    public init(patterns: PatternRecognizer, repair: TranscriptRepair, statistics: StatisticalRecognizer?) {
        (self.patterns, self.repair, self.statistics) = (patterns, repair, statistics)
    }

    /// Returns the hypotheses for a transcript, best first.
    public func recognize(_ transcript: SpeechTranscript) async -> [SpeechIntent.Hypothesis] {
        await recognition(transcript).hypotheses
    }

    /// Returns the hypotheses, with `pattern` or `statistical` as the engine that found them; `ensemble` when
    /// neither did.
    public func recognition(_ transcript: SpeechTranscript) async -> IntentRecognition {
        let exact = await patterns.recognize(transcript)
        if !exact.isEmpty { return IntentRecognition(exact, engine: patterns.engine) }
        for candidate in repair.candidates(transcript.text) {
            let repaired = await patterns.recognize(SpeechTranscript(text: candidate.text, engine: transcript.engine))
                .filter { !repair.hasUnsaidNumber($0, in: candidate) }
            guard let best = repaired.first, !candidate.hasReplacements || best.confidence >= Self.minimumConfidence
            else {
                continue
            }
            return IntentRecognition(
                repaired.map { Self.discounted($0, isDoubtful: candidate.isDoubtful) }, engine: patterns.engine)
        }
        guard let statistics, !patterns.areTwoCommands(transcript.text) else {
            return IntentRecognition([], engine: engine)
        }
        let statistical = await statistics.recognize(transcript)
        return statistical.isEmpty
            ? IntentRecognition([], engine: engine) : IntentRecognition(statistical, engine: StatisticalRecognizer.name)
    }

    /// Returns a hypothesis for a repaired text: with less confidence, and without spans, since its words are
    /// not in the transcript.
    private static func discounted(
        _ hypothesis: SpeechIntent.Hypothesis, isDoubtful: Bool
    ) -> SpeechIntent.Hypothesis {
        var discounted = hypothesis
        discounted.confidence = max(0.5, (hypothesis.confidence * repairFactor * 10_000).rounded() / 10_000)
        if isDoubtful { discounted.confidence = min(discounted.confidence, maximumDoubtful) }
        for name in discounted.parameters.keys { discounted.parameters[name]?.span = nil }
        return discounted
    }
}
