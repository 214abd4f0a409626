import SaybusDispatch

/// A recognizer of "use the voice Kim".
@ConversationActor
open class SetVoiceCommandRecognizer: VerbalCommandRecognizer {
    /// The voice's name, a text.
    public nonisolated static let parameterVoice = "voice"

    open override class var standardCommandType: String { StandardCommand.setVoice }
    open override class var standardSummary: String? { "Chooses the voice." }
    open override class var standardThresholds: ConfidenceThresholds { .effect }
    open override class var standardPatterns: [String] {
        [
            "set the voice to @voice", "set voice to @voice", "set your voice to @voice", "set the voice",
            "change the voice to @voice", "change your voice to @voice", "change voice to @voice", "change the voice",
            "change your voice", "use the voice @voice", "use the @voice voice", "use voice @voice",
            "use a @voice voice", "switch to the voice @voice", "switch to the @voice voice",
            "switch voice to @voice", "speak with the voice of @voice", "speak with a @voice voice",
            "speak like @voice", "talk like @voice", "i want to hear @voice speak",
        ]
    }
}
