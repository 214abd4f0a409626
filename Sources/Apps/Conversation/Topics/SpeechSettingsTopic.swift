import SaybusMessages

/// A topic that carries out the seven commands about the voice, which SayKit only delivers. Adding the topic is
/// optional.
@ConversationActor
public final class SpeechSettingsTopic: ConversationTopic {
    /// The current settings.
    public private(set) var settings = SpeechSettings()
    private weak var manager: ConversationManager?

    /// Creates a topic that changes the voice settings of a manager's audio stage.
    public init(manager: ConversationManager) {
        self.manager = manager
        super.init()
        helpText = "You can ask me to speak faster, slower, louder or quieter, or with another voice."
        addCommandRecognizer(IncreaseSpeechRateCommandRecognizer { [weak self] in self?.apply($0) })
        addCommandRecognizer(DecreaseSpeechRateCommandRecognizer { [weak self] in self?.apply($0) })
        addCommandRecognizer(IncreaseSpeechVolumeCommandRecognizer { [weak self] in self?.apply($0) })
        addCommandRecognizer(DecreaseSpeechVolumeCommandRecognizer { [weak self] in self?.apply($0) })
        let rate = SetSpeechRateCommandRecognizer.parameterSpeechRate
        addCommandRecognizer(SetSpeechRateCommandRecognizer { [weak self] in self?.apply($0, rate) })
        let volume = SetSpeechVolumeCommandRecognizer.parameterSpeechVolume
        addCommandRecognizer(SetSpeechVolumeCommandRecognizer { [weak self] in self?.apply($0, volume) })
        let voice = SetVoiceCommandRecognizer.parameterVoice
        addCommandRecognizer(SetVoiceCommandRecognizer { [weak self] in self?.apply($0, voice) })
    }

    private func apply(_ command: Command, _ parameter: String? = nil) {
        let (control, sentence) = settings.apply(command.type, said: parameter.flatMap { command.parameters[$0] })
        if let control { manager?.control(control) }
        postEvents(AudioEventSequence(events: [SpeechEvent(utteranceString: sentence)]))
    }
}
