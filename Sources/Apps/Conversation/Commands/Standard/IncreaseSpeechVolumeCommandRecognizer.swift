import SaybusDispatch

/// A recognizer of "louder".
@ConversationActor
open class IncreaseSpeechVolumeCommandRecognizer: VerbalCommandRecognizer {
    open override class var standardCommandType: String { StandardCommand.increaseSpeechVolume }
    open override class var standardSummary: String? { "Makes the voice louder." }
    open override class var standardThresholds: ConfidenceThresholds { .effect }
    open override class var standardPatterns: [String] {
        [
            "louder", "speak louder", "talk louder", "a little louder", "a bit louder", "much louder", "speak up",
            "turn it up", "turn up the volume", "turn the volume up", "volume up", "raise the volume",
            "increase the volume", "increase volume", "increase the speech volume", "increase speech volume",
            "i can't hear you", "you are too quiet", "you're too quiet", "that's too quiet",
        ]
    }
}
