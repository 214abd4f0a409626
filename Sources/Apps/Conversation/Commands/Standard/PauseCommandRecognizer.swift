import SaybusDispatch

/// A recognizer of "pause".
@ConversationActor
open class PauseCommandRecognizer: VerbalCommandRecognizer {
    open override class var standardCommandType: String { StandardCommand.pause }
    open override class var standardSummary: String? { "Holds what plays." }
    /// Never: what plays must end at once.
    open override class var standardThresholds: ConfidenceThresholds { .none }
    open override class var standardPatterns: [String] {
        [
            "pause", "pause it", "pause that", "pause please", "stop", "stop it", "stop playing", "stop reading",
            "hold", "hold on", "hold it", "wait", "wait a moment", "wait a second", "be quiet", "hush", "silence",
            "enough",
        ]
    }
}
