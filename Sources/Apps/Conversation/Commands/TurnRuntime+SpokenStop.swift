import SaybusDispatch
import SaybusMessages
import SaybusPatternMatching

extension TurnRuntime {
    /// The reason in the end of a turn whose words have ended what was being spoken.
    package static let spokenStop = "the words ended what was being spoken"

    /// The matcher of the phrases with which the user cancels something: "never mind", "stop".
    private static let cancellation = PatternMatcher([
        Catalog(app: "", commands: [.init(type: "cancel", patterns: ConversationManager.cancelPhrases)])
    ])

    /// Returns whether words that no app understands were a "stop" said over an answer, which the audio stage has ended
    /// already when it heard them.
    package func isSpokenStop(_ intent: Message<SpeechIntent>) async -> Bool {
        guard intent.body.empty == nil, !Self.cancellation.match(intent.body.text).isEmpty else { return false }
        return await hasBargedIn(intent.header.turn)
    }
}
