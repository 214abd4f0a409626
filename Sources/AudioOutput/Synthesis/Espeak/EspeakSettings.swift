import Messages

/// Everything that decides how a text sounds: what the engine is set to, and the key of the prompt cache.
struct EspeakSettings: Sendable, Hashable {
    /// The voice's identifier, with a variant after a plus sign.
    var voice: String
    /// Words a minute.
    var rate: Int
    /// 0…100.
    var pitch: Int
    /// 0…100.
    var volume: Int

    /// What the engine can do, in words a minute.
    static let rates = 80...450
    /// Base pitch, from low to high.
    static let pitches = 0...100

    init(_ speech: AudioEvent.Speech, voice: String, rate: Int, pitch: Int) throws(SynthesisError) {
        let rate = speech.rate ?? rate
        let pitch = speech.pitch ?? pitch
        let volume = speech.volume ?? 1
        guard Self.rates.contains(rate) else {
            throw SynthesisError(.outOfRange, "A rate of \(rate) words a minute is not one of 80 to 450.")
        }
        guard Self.pitches.contains(pitch) else {
            throw SynthesisError(.outOfRange, "A pitch of \(pitch) is not one of 0 to 100.")
        }
        guard volume >= 0, volume <= 1 else {
            throw SynthesisError(.outOfRange, "A volume of \(volume) is not one of 0 to 1.")
        }
        (self.voice, self.rate, self.pitch) = (voice, rate, pitch)
        self.volume = Int((volume * 100).rounded())
    }
}
