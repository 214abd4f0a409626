import SaybusMessages

/// Patterns first, statistics for the rest.
///
/// In this order, and the first that understands decides:
/// 1. the patterns, with the text as it is, and with its alternatives;
/// 2. the patterns, with a text in which words that sound like what the apps know are put right (``TranscriptRepair``);
/// 3. what has been learnt from samples.
public struct EnsembleRecognizer: IntentRecognizer {
    /// The confidence of a pattern that fits a text which was put right, beside that of one that fits as it is.
    public static let repairFactor = 0.75

    /// How sure a pattern must be of words that were guessed: so much as one is that takes no words whatever.
    static let leastConfidence = 0.8

    /// `ensemble`
    public let engine = "ensemble"
    private let patterns: PatternRecognizer
    private let repair: TranscriptRepair
    private let statistics: StatisticalRecognizer?

    /// An ensemble; nil for statistics that have not been learnt yet.
    public init(patterns: PatternRecognizer, repair: TranscriptRepair, statistics: StatisticalRecognizer?) {
        (self.patterns, self.repair, self.statistics) = (patterns, repair, statistics)
    }

    /// The readings of a transcript, best first.
    public func recognize(_ transcript: SpeechTranscript) async -> [SpeechIntent.Hypothesis] {
        await recognition(transcript).hypotheses
    }

    /// The readings, and whether patterns or statistics found them; `ensemble` when neither did.
    public func recognition(_ transcript: SpeechTranscript) async -> IntentRecognition {
        let exact = await patterns.recognize(transcript)
        if !exact.isEmpty { return IntentRecognition(exact, engine: patterns.engine) }
        for candidate in repair.candidates(transcript.text) {
            let repaired = await patterns.recognize(SpeechTranscript(text: candidate.text, engine: transcript.engine))
            guard let best = repaired.first, !candidate.isGuess || best.confidence >= Self.leastConfidence else {
                continue
            }
            return IntentRecognition(repaired.map(Self.doubted), engine: patterns.engine)
        }
        let guessed = await statistics?.recognize(transcript) ?? []
        return guessed.isEmpty
            ? IntentRecognition([], engine: engine) : IntentRecognition(guessed, engine: StatisticalRecognizer.name)
    }

    /// A reading of a text that was put right: less sure, and its words are not in the transcript.
    private static func doubted(_ hypothesis: SpeechIntent.Hypothesis) -> SpeechIntent.Hypothesis {
        var doubted = hypothesis
        doubted.confidence = max(0.5, (hypothesis.confidence * repairFactor * 10_000).rounded() / 10_000)
        for name in doubted.parameters.keys { doubted.parameters[name]?.span = nil }
        return doubted
    }
}
