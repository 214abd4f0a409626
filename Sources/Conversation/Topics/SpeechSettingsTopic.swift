import Messages

/// Carries the seven commands about the voice out, which SayKit only delivers. Add it to a topic, or leave it.
@ConversationActor
public final class SpeechSettingsTopic: ConversationTopic {
    /// The settings now.
    public private(set) var settings = SpeechSettings()
    private weak var manager: ConversationManager?

    /// A topic that changes how the voice of a manager's audio stage speaks.
    public init(manager: ConversationManager) {
        self.manager = manager
        super.init()
        helpText = "You can ask me to speak faster, slower, louder or quieter, or with another voice."
        addCommandRecognizer(IncreaseSpeechRateCommandRecognizer { [weak self] in self?.changeRate(by: 1.2) })
        addCommandRecognizer(DecreaseSpeechRateCommandRecognizer { [weak self] in self?.changeRate(by: 1 / 1.2) })
        addCommandRecognizer(IncreaseSpeechVolumeCommandRecognizer { [weak self] in self?.changeVolume(by: 0.2) })
        addCommandRecognizer(DecreaseSpeechVolumeCommandRecognizer { [weak self] in self?.changeVolume(by: -0.2) })
        addCommandRecognizer(
            SetSpeechRateCommandRecognizer(responseBuilder: { [weak self] command in
                guard let said = command.parameters[SetSpeechRateCommandRecognizer.parameterSpeechRate],
                    self?.settings.setRate(said: said) == true
                else { return .feedback("Say a rate of 80 to 450 words a minute, or up to 5 times normal.") }
                return .terminalResponse(action: { self?.sayRate() })
            }))
        addCommandRecognizer(
            SetSpeechVolumeCommandRecognizer(responseBuilder: { [weak self] command in
                guard let said = command.parameters[SetSpeechVolumeCommandRecognizer.parameterSpeechVolume],
                    self?.settings.setVolume(said: said) == true
                else { return .feedback("Say a volume of 0 to 100 percent.") }
                return .terminalResponse(action: { self?.sayVolume() })
            }))
        addCommandRecognizer(
            SetVoiceCommandRecognizer(responseBuilder: { [weak self] command in
                guard let name = command.parameters[SetVoiceCommandRecognizer.parameterVoice]?.text else {
                    return .feedback("Say the name of a voice.")
                }
                return .terminalResponse(action: { self?.changeVoice(to: name) })
            }))
    }

    private func changeRate(by factor: Double) {
        settings.scaleRate(by: factor)
        sayRate()
    }

    private func changeVolume(by step: Double) {
        settings.changeVolume(by: step)
        sayVolume()
    }

    private func sayRate() {
        manager?.control(AudioControl(.rate, value: Double(settings.rate)))
        say("I speak \(settings.rate) words a minute now.")
    }

    private func sayVolume() {
        manager?.control(AudioControl(.volume, value: settings.volume))
        say("The volume is \(Int((settings.volume * 100).rounded())) percent.")
    }

    private func changeVoice(to name: String) {
        settings.setVoice(name)
        manager?.control(AudioControl(.voice, voice: settings.voice))
        say("This is my voice now.")
    }

    private func say(_ text: String) { postEvents(AudioEventSequence(events: [SpeechEvent(utteranceString: text)])) }
}
