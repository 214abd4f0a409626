import SaybusPhrases
import SaybusWhisper

/// The sentences of the commands, for Whisper's decoder and for what it writes freely.
struct WhisperCommands: Sendable {
    /// The finder of the sentence that a text is closest to.
    let matcher: SentenceMatcher
    /// The same sentences for the decoder; nil without one.
    private let graph: SentenceGraph?

    /// The cost above which words are no sentence, as sums of numbers are not exact.
    private static let rounding = 1e-6

    init(_ automaton: WordAutomaton) {
        matcher = SentenceMatcher(automaton)
        graph = automaton.finals.isEmpty ? nil : automaton.graph
    }

    /// The request for the likeliest sentences beside a text that is no sentence, is not two of them, is not made up,
    /// and does not repeat itself.
    var request: SentenceRequest? {
        graph.map { [matcher] graph in
            SentenceRequest(graph) { text in
                guard WhisperDecision.acceptsSentences(beside: text) else { return false }
                let words = Words.normalize(text.text)
                guard RepeatedWords.cut(words) == nil, !matcher.areTwoSentences(words) else { return false }
                return matcher.match(words).map { $0.cost - $0.openCost > Self.rounding } ?? true
            }
        }
    }
}
