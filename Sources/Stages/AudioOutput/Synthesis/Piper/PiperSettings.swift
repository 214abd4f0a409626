import SaybusMessages
import SaybusPiper

/// The parameters of a synthesis by a voice of Piper.
///
/// A voice of Piper has no pitch that could be set.
struct PiperSettings: SentenceSettings {
    /// The voice.
    let voice: PiperVoiceFile
    /// The number of the speaker.
    let speaker: Int
    /// The factor of the duration.
    let length: Float
    /// 0…1.
    let volume: Double

    init(_ speech: AudioEvent.Speech, voice: PiperVoiceFile, speaker: Int) throws(SynthesisError) {
        try SpeechLimits.check(speech)
        (self.voice, self.speaker) = (voice, speaker)
        length = SpeechLimits.stretch(of: speech)
        volume = speech.volume ?? 1
    }
}
