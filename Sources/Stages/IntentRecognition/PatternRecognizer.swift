import SaybusMessages
import SaybusPatternMatching

/// A recognizer that matches transcripts with the patterns of the catalogs.
///
/// If the transcript's text matches no pattern, the first ten alternatives are tried until one matches, other than
/// those of another engine below 0.25. The confidence of such a hypothesis is multiplied by 0.6 to 0.9, depending on
/// the alternative's confidence; by 0.35 where that is below a quarter of the text's, so that the user is asked. It has
/// no spans, since its words are not in the transcript's text. A transcript without text has no hypotheses: the speech
/// recognizer itself rejected it. Two commands in one breath, of which one would be free text of the other, have none
/// either.
public struct PatternRecognizer: IntentRecognizer {
    /// `pattern`
    public let engine = "pattern"
    /// The matcher of the patterns of all catalogs.
    public let matcher: PatternMatcher
    /// The commands out of scope, which are not matched.
    var excluded: Set<CommandName> = []
    /// The facts about the conversation, for patterns with conditions.
    var facts: [String: String] = [:]

    /// Creates a recognizer for the catalogs' patterns.
    public init(catalogs: [Catalog]) { matcher = PatternMatcher(catalogs) }

    /// Returns the hypotheses for a transcript, best first.
    public func recognize(_ transcript: SpeechTranscript) async -> [SpeechIntent.Hypothesis] {
        let best = matcher.match(transcript.text, context: facts, excluding: excluded)
        guard best.isEmpty else { return best.filter { !swallowsCommand($0, in: transcript.text) } }
        for alternative in transcript.triedAlternatives {
            let hypotheses = matcher.match(alternative.text, context: facts, excluding: excluded)
                .filter { !swallowsCommand($0, in: alternative.text) }
            let trust = transcript.trust(in: alternative)
            if !hypotheses.isEmpty { return hypotheses.map { $0.ofAlternative(trust: trust) } }
        }
        return []
    }
}
