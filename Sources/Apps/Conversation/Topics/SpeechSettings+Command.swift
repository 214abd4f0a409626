import SaybusMessages

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
                return (nil, "Say a rate of 80 to 450 words a minute, or up to 5 times normal.")
            }
        case StandardCommand.setSpeechVolume:
            guard let said, setVolume(said: said) else { return (nil, "Say a volume of 0 to 100 percent.") }
        default:
            guard let name = said?.text else { return (nil, "Say the name of a voice.") }
            setVoice(name)
            return (AudioControl(.voice, voice: voice), "This is my voice now.")
        }
        if type.hasSuffix("Rate") {
            return (AudioControl(.rate, value: Double(rate)), "I speak \(rate) words a minute now.")
        }
        return (
            AudioControl(.volume, value: volume), "The volume is \(Int((volume * 100).rounded())) percent."
        )
    }
}
