import Foundation
import SaybusFlite
import SaybusMessages

/// The parameters of a synthesis by libflite, which are also part of the prompt cache's key.
struct FliteSettings: Sendable, Hashable {
    /// The usual rate in words a minute.
    static let usualRate = 175

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
        stretch = Float(Self.usualRate) / Float(speech.rate ?? Self.usualRate)
        pitch = pow(2, Float((speech.pitch ?? 50) - 50) / 100)
        volume = speech.volume ?? 1
    }
}
