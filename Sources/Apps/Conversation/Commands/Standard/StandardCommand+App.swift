extension StandardCommand {
    /// The built-in phrases and summary of a standard command.
    struct Recognizer: Sendable {
        let patterns: [String]
        let summary: String?
    }

    /// The standard commands' recognizers by type.
    static let recognizers: [String: Recognizer] = Dictionary(
        uniqueKeysWithValues: classes.map { type in
            (type.standardCommandType, Recognizer(patterns: type.standardPatterns, summary: type.standardSummary))
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

    /// The default actions in app files, by type, of the standard commands that need no actions of the app's
    /// own.
    static let actions: [String: [Action]] = [
        help: [.tell(.help)], availableCommands: [.tell(.commands)],
    ].merging(
        [
            increaseSpeechRate, decreaseSpeechRate, increaseSpeechVolume, decreaseSpeechVolume, setSpeechRate,
            setSpeechVolume, setVoice,
        ].map { ($0, [.adjustSpeech($0)]) }, uniquingKeysWith: { first, _ in first })
}
