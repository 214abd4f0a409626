import SaybusMessages

/// The parameters of a synthesis, which are also part of the prompt cache's key.
struct EspeakSettings: Sendable, Hashable {
    /// The voice's identifier, with a variant after a plus sign.
    var voice: String
    /// The rate in words per minute.
    var rate: Int
    /// 0…100.
    var pitch: Int
    /// 0…100.
    var volume: Int

    init(_ speech: AudioEvent.Speech, voice: String, rate: Int, pitch: Int) throws(SynthesisError) {
        var speech = speech
        (speech.rate, speech.pitch) = (speech.rate ?? rate, speech.pitch ?? pitch)
        try SpeechLimits.check(speech)
        (self.voice, self.rate, self.pitch) = (voice, speech.rate ?? rate, speech.pitch ?? pitch)
        self.volume = Int(((speech.volume ?? 1) * 100).rounded())
    }
}
