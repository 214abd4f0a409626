import Foundation
import SaybusFlite
import SaybusMessages

/// The parameters of a synthesis by libflite.
struct FliteSettings: SentenceSettings {
    /// The voice.
    let voice: FliteVoiceEntry
    /// The factor of the duration.
    let stretch: Float
    /// The factor of the pitch: half an octave down for 0, up for 100.
    let pitch: Float
    /// 0…1.
    let volume: Double

    init(_ speech: AudioEvent.Speech, voice: FliteVoiceEntry) throws(SynthesisError) {
        try SpeechLimits.check(speech)
        self.voice = voice
        stretch = SpeechLimits.stretch(of: speech)
        pitch = pow(2, Float((speech.pitch ?? 50) - 50) / 100)
        volume = speech.volume ?? 1
    }
}
