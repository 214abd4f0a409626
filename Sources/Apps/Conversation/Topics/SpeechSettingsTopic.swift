import SaybusDispatch
import SaybusMessages
import SaybusPhrases

/// A topic that carries out the seven commands about the voice, which SayKit only delivers. Adding the topic is
/// optional.
///
/// The settings of a conversation survive a restart: they are kept in ``ConversationManager/store``. Another voice is
/// used only after it has been heard: when the audio stage has no such voice, the user is told, and nothing changes.
@ConversationActor
public final class SpeechSettingsTopic: ConversationTopic {
    /// The settings that are in effect, also after a restart.
    public private(set) var settings: SpeechSettings
    private weak var manager: ConversationManager?

    /// Creates a topic that changes the voice settings of a manager's audio stage.
    public init(manager: ConversationManager) {
        self.manager = manager
        let kept = manager.store.value(SpeechSettings.storedName, as: SpeechSettings.self)
        settings = kept ?? SpeechSettings()
        super.init()
        for control in kept?.controls ?? [] { manager.control(control) }
        helpText = BuiltInSentence.helpVoice.text()
        addCommandRecognizer(IncreaseSpeechRateCommandRecognizer { [weak self] in self?.apply($0) })
        addCommandRecognizer(DecreaseSpeechRateCommandRecognizer { [weak self] in self?.apply($0) })
        addCommandRecognizer(IncreaseSpeechVolumeCommandRecognizer { [weak self] in self?.apply($0) })
        addCommandRecognizer(DecreaseSpeechVolumeCommandRecognizer { [weak self] in self?.apply($0) })
        let rate = SetSpeechRateCommandRecognizer.parameterSpeechRate
        addCommandRecognizer(SetSpeechRateCommandRecognizer { [weak self] in self?.apply($0, rate) })
        let volume = SetSpeechVolumeCommandRecognizer.parameterSpeechVolume
        addCommandRecognizer(SetSpeechVolumeCommandRecognizer { [weak self] in self?.apply($0, volume) })
        addCommandRecognizer(SetVoiceCommandRecognizer { [weak self] in self?.useVoice($0) })
    }

    private func apply(_ command: Command, _ parameter: String? = nil) {
        let (control, sentence) = settings.apply(command.type, said: parameter.flatMap { command.parameters[$0] })
        if let control {
            manager?.control(control)
            keep()
        }
        speak(sentence)
    }

    private func useVoice(_ command: Command) {
        let said = command.parameters[SetVoiceCommandRecognizer.parameterVoice]
        var changed = settings
        let (control, sentence) = changed.apply(command.type, said: said)
        guard let control else { return speak(sentence) }
        // Only the audio stage knows its voices: it speaks with this one, or cannot play the sentence.
        let (voice, turn) = (changed.voice, ConversationTurn.current)
        let trial = AudioEventSequenceItem(
            event: SpeechEvent(utterance: SpeechUtterance(sentence, voice: voice)),
            refusal: { [weak self] in
                guard let self else { return }
                let words = BuiltInSentence.noVoice.text(["name": said?.text ?? ""])
                // The turn of the trial is not over.
                ConversationTurn.$current.withValue(turn) { speak(words) }
            },
            completion: { [weak self] outcome in
                guard let self, outcome.hasSounded else { return }
                // Rate and volume may have changed meanwhile.
                settings.setVoice(voice)
                manager?.control(control)
                keep()
            })
        postEvents(AudioEventSequence(items: [trial]))
    }

    private func keep() {
        do throws(ConversationStore.StoreError) {
            try manager?.store.set(SpeechSettings.storedName, to: settings)
        } catch {
            manager?.report(problem: "the voice settings are not kept: \(error)")
        }
    }
}

extension SpeechSettings {
    /// The name of the settings in the store of a conversation.
    package static let storedName = "speech-settings"

    /// The messages for the audio stage that lead to these settings.
    package var controls: [AudioControl] {
        var controls: [AudioControl] = []
        if rate != Self.normalRate { controls.append(AudioControl(.rate, value: Double(rate))) }
        if volume != 1 { controls.append(AudioControl(.volume, value: volume)) }
        if let voice { controls.append(AudioControl(.voice, voice: voice)) }
        return controls
    }
}
