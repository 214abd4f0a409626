import SaybusMessages
import SaybusPhrases

extension SpeechSettings {
    /// Carries out one of the standard commands about the voice.
    /// - Parameters:
    ///   - type: The command's type.
    ///   - said: The value of the command's parameter.
    /// - Returns: The message for the audio stage, nil when nothing changes; and the sentence to speak.
    package mutating func apply(_ type: String, said: Parameter.Value?) -> (control: AudioControl?, sentence: String) {
        switch type {
        case StandardCommand.increaseSpeechRate: scaleRate(by: 1.2)
        case StandardCommand.decreaseSpeechRate: scaleRate(by: 1 / 1.2)
        case StandardCommand.increaseSpeechVolume: changeVolume(by: 0.2)
        case StandardCommand.decreaseSpeechVolume: changeVolume(by: -0.2)
        case StandardCommand.setSpeechRate:
            guard let said, setRate(said: said) else {
                return (nil, BuiltInSentence.possibleRates.text())
            }
        case StandardCommand.setSpeechVolume:
            guard let said, setVolume(said: said) else { return (nil, BuiltInSentence.possibleVolumes.text()) }
        default:
            guard let name = said?.text else { return (nil, BuiltInSentence.sayVoice.text()) }
            setVoice(name)
            return (AudioControl(.voice, voice: voice), BuiltInSentence.newVoice.text())
        }
        if type.hasSuffix("Rate") {
            return (AudioControl(.rate, value: Double(rate)), BuiltInSentence.newRate.text(["rate": "\(rate)"]))
        }
        return (
            AudioControl(.volume, value: volume),
            BuiltInSentence.newVolume.text(["percent": "\(Int((volume * 100).rounded()))"])
        )
    }
}
