import SaybusDispatch

/// A recognizer of "set the volume to fifty percent".
@ConversationActor
open class SetSpeechVolumeCommandRecognizer: VerbalCommandRecognizer {
    /// The volume: a number such as 50 (percent) or 0.5, or else a text such as "full".
    public nonisolated static let parameterSpeechVolume = "speechVolume"

    open override class var standardCommandType: String { StandardCommand.setSpeechVolume }
    open override class var standardSummary: String? { "Sets how loud the voice is." }
    open override class var standardThresholds: ConfidenceThresholds { .effect }
    open override class var standardPatterns: [String] {
        [
            "set the speech volume to @speechVolume:Number", "set the speech volume to @speechVolume:Number percent",
            "set speech volume to @speechVolume:Number", "set the speech volume to @speechVolume",
            "set speech volume to @speechVolume", "set the speech volume", "set the volume to @speechVolume:Number",
            "set the volume to @speechVolume:Number percent", "set the volume to @speechVolume",
            "set volume to @speechVolume:Number", "set volume to @speechVolume:Number percent",
            "set your volume to @speechVolume:Number", "change the volume to @speechVolume:Number",
            "change the volume to @speechVolume:Number percent", "change the volume to @speechVolume",
            "turn the volume to @speechVolume:Number", "make the volume @speechVolume:Number percent",
            "speak at @speechVolume:Number percent volume", "volume @speechVolume:Number",
            "volume @speechVolume:Number percent",
        ]
    }
}
