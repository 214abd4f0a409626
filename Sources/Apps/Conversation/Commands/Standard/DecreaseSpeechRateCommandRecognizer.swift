import SaybusDispatch

/// A recognizer of "speak slower".
@ConversationActor
open class DecreaseSpeechRateCommandRecognizer: VerbalCommandRecognizer {
    open override class var standardCommandType: String { StandardCommand.decreaseSpeechRate }
    open override class var standardSummary: String? { "Makes the voice speak slower." }
    open override class var standardThresholds: ConfidenceThresholds { .effect }
    open override class var standardPatterns: [String] {
        [
            "speak slower", "speak more slowly", "talk slower", "talk more slowly", "read slower", "read more slowly",
            "slower", "a little slower", "a bit slower", "much slower", "go slower", "can you speak slower",
            "could you speak more slowly", "slow down", "slow it down", "decrease the speech rate",
            "decrease speech rate", "decrease the speed", "lower the speech rate", "you are too fast",
            "you're too fast", "that's too fast",
        ]
    }
}
