import SaybusDispatch

/// A recognizer of "play".
@ConversationActor
open class PlayCommandRecognizer: VerbalCommandRecognizer {
    open override class var standardCommandType: String { StandardCommand.play }
    open override class var standardSummary: String? { "Plays." }
    open override class var standardThresholds: ConfidenceThresholds { .effect }
    open override class var standardPatterns: [String] {
        [
            "play", "play it", "play that", "play this", "start", "start playing", "begin", "begin playing", "go",
            "go ahead", "resume", "continue", "keep playing", "go on", "start reading", "read", "read it to me",
            "read the list", "unpause", "carry on",
        ]
    }
}
