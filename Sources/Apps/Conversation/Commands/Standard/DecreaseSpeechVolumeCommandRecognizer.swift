import SaybusDispatch

/// A recognizer of "quieter".
@ConversationActor
open class DecreaseSpeechVolumeCommandRecognizer: VerbalCommandRecognizer {
    open override class var standardCommandType: String { StandardCommand.decreaseSpeechVolume }
    open override class var standardSummary: String? { "Makes the voice quieter." }
    open override class var standardThresholds: ConfidenceThresholds { .effect }
    open override class var standardPatterns: [String] {
        [
            "quieter", "softer", "speak quieter", "speak softer", "speak more softly", "speak more quietly",
            "talk more quietly", "a little quieter", "a bit quieter", "much quieter", "turn it down",
            "turn down the volume", "turn the volume down", "volume down", "lower the volume", "decrease the volume",
            "decrease volume", "decrease the speech volume", "decrease speech volume", "you are too loud",
            "you're too loud", "that's too loud",
        ]
    }
}
