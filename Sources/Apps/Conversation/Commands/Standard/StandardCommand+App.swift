import SaybusDispatch
import SaybusMessages

extension StandardCommand {
    /// The built-in phrases with their types, the summary and the thresholds of a standard command.
    package struct Recognizer: Sendable {
        package let patterns: [String]
        package let slotTypes: [Catalog.SlotType]
        package let summary: String?
        package let thresholds: ConfidenceThresholds
    }

    /// The standard recognizers, by the type of their command.
    package static let recognizers: [String: Recognizer] = Dictionary(
        uniqueKeysWithValues: classes.map { type in
            (
                type.standardCommandType,
                Recognizer(
                    patterns: type.standardPatterns, slotTypes: type.standardSlotTypes,
                    summary: type.standardSummary, thresholds: type.standardThresholds)
            )
        })

    private static let classes: [VerbalCommandRecognizer.Type] = [
        AvailableCommandsCommandRecognizer.self, BackCommandRecognizer.self, DecreaseSpeechRateCommandRecognizer.self,
        DecreaseSpeechVolumeCommandRecognizer.self, HelpCommandRecognizer.self, HomeCommandRecognizer.self,
        IncreaseSpeechRateCommandRecognizer.self, IncreaseSpeechVolumeCommandRecognizer.self,
        NextCommandRecognizer.self, PauseCommandRecognizer.self, PlayCommandRecognizer.self,
        PreviousCommandRecognizer.self, SearchCommandRecognizer.self, SelectCommandRecognizer.self,
        SetSpeechRateCommandRecognizer.self, SetSpeechVolumeCommandRecognizer.self, SetVoiceCommandRecognizer.self,
        SettingsCommandRecognizer.self, SwitchTabCommandRecognizer.self,
    ]
}
