import SaybusMessages

/// The ranges and defaults of speech parameters, common to all engines.
enum SpeechLimits {
    /// The rates in words per minute.
    static let rates = 80...450
    /// The base pitches, from low to high.
    static let pitches = 0...100

    /// The rate of voices that are not told another one, in words per minute.
    static let usualRate = 175

    /// Returns the factor of a speech's duration: 1 at the usual rate.
    static func stretch(of speech: AudioEvent.Speech) -> Float {
        Float(usualRate) / Float(speech.rate ?? usualRate)
    }

    /// Checks the parameters of speech.
    /// - Throws: ``SynthesisError`` with code `outOfRange` for a value out of range.
    static func check(_ speech: AudioEvent.Speech) throws(SynthesisError) {
        if let rate = speech.rate, !rates.contains(rate) {
            throw SynthesisError(.outOfRange, "A rate of \(rate) words a minute is not one of 80 to 450.")
        }
        if let pitch = speech.pitch, !pitches.contains(pitch) {
            throw SynthesisError(.outOfRange, "A pitch of \(pitch) is not one of 0 to 100.")
        }
        if let volume = speech.volume, !(volume >= 0 && volume <= 1) {
            throw SynthesisError(.outOfRange, "A volume of \(volume) is not one of 0 to 1.")
        }
    }
}
