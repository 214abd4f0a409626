import SaybusMessages
import SaybusPatternMatching

/// Recognizes by the patterns of the catalogs.
///
/// When the transcript has a text and it fits no pattern, its alternatives are tried, the first ``maximumAlternatives`` in turn
/// until one fits. Such hypotheses have their confidence times 0.6 to 0.9, as sure as the alternative is, and no
/// spans, since their words are not in the transcript's text. Without a text, what the recognizer did not believe itself is no command.
public struct PatternRecognizer: IntentRecognizer {
    /// How many alternatives are tried.
    public static let maximumAlternatives = 10

    /// `pattern`
    public let engine = "pattern"
    /// What matches.
    public let matcher: PatternMatcher
    /// Commands that cannot be said now.
    public var excluded: Set<CommandName> = []

    /// A recognizer of a matcher's patterns.
    public init(_ matcher: PatternMatcher) { self.matcher = matcher }

    /// A recognizer of the catalogs' patterns.
    public init(catalogs: [Catalog]) { matcher = PatternMatcher(catalogs) }

    /// The readings of a transcript, best first.
    public func recognize(_ transcript: SpeechTranscript) async -> [SpeechIntent.Hypothesis] {
        let best = matcher.match(transcript.text, excluding: excluded)
        guard best.isEmpty, !transcript.text.isEmpty else { return best }
        for alternative in transcript.alternatives?.prefix(Self.maximumAlternatives) ?? [] {
            let hypotheses = matcher.match(alternative.text, excluding: excluded)
            if !hypotheses.isEmpty { return hypotheses.map { Self.scale($0, by: alternative.confidence) } }
        }
        return []
    }

    private static func scale(_ hypothesis: SpeechIntent.Hypothesis, by confidence: Double) -> SpeechIntent.Hypothesis {
        var scaled = hypothesis
        // Written so that a value that is no number counts as 0.
        scaled.confidence *= 0.6 + 0.3 * (confidence > 0 ? min(1, confidence) : 0)
        for name in scaled.parameters.keys { scaled.parameters[name]?.span = nil }
        return scaled
    }
}
