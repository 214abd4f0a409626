import SaybusDispatch

/// A recognizer of "speak faster".
@ConversationActor
open class IncreaseSpeechRateCommandRecognizer: VerbalCommandRecognizer {
    open override class var standardCommandType: String { StandardCommand.increaseSpeechRate }
    open override class var standardSummary: String? { "Makes the voice speak faster." }
    open override class var standardThresholds: ConfidenceThresholds { .effect }
    open override class var standardPatterns: [String] {
        [
            "speak faster", "talk faster", "read faster", "faster", "a little faster", "a bit faster", "much faster",
            "go faster", "can you speak faster", "could you speak faster", "speak more quickly", "speed up",
            "speed it up", "increase the speech rate", "increase speech rate", "increase the speed",
            "raise the speech rate", "you are too slow", "you're too slow", "that's too slow",
        ]
    }
}
