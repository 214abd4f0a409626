import SaybusDispatch

/// A recognizer of "set the speech rate to one point five".
@ConversationActor
open class SetSpeechRateCommandRecognizer: VerbalCommandRecognizer {
    /// The rate: a number such as 1.5 (times normal) or 200 (words per minute), or else a text such as "fast".
    public nonisolated static let parameterSpeechRate = "speechRate"

    open override class var standardCommandType: String { StandardCommand.setSpeechRate }
    open override class var standardSummary: String? { "Sets how fast the voice speaks." }
    open override class var standardThresholds: ConfidenceThresholds { .effect }
    open override class var standardPatterns: [String] {
        [
            "set the speech rate to @speechRate:Number", "set speech rate to @speechRate:Number",
            "set the speech rate to @speechRate", "set speech rate to @speechRate", "set the speech rate",
            "set the rate to @speechRate:Number", "set the rate to @speechRate",
            "set the speaking rate to @speechRate:Number", "set the speed to @speechRate:Number",
            "set the speed to @speechRate", "set your speed to @speechRate:Number",
            "change the speech rate to @speechRate:Number", "change the speech rate to @speechRate",
            "change the speed to @speechRate:Number", "make the speech rate @speechRate:Number",
            "speak at @speechRate:Number words per minute", "speak at @speechRate:Number words a minute",
            "speak at speed @speechRate:Number", "speak @speechRate:Number times as fast",
            "speech rate @speechRate:Number",
        ]
    }
}
