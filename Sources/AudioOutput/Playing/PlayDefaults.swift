import Messages

/// What ``AudioControl`` sets for all that follows.
struct PlayDefaults: Sendable, Equatable {
    /// For speech that names no voice; nil leaves it to the synthesizer.
    var voice: String?
    /// For speech that gives no rate, in words a minute; nil leaves it to the synthesizer.
    var rate: Int?
    /// 0…1, of everything.
    var volume = 1.0

    /// The speech with what it leaves open filled in.
    func applied(to speech: AudioEvent.Speech) -> AudioEvent.Speech {
        var speech = speech
        speech.voice = speech.voice ?? voice
        speech.rate = speech.rate ?? rate
        return speech
    }

    /// The samples at the volume.
    func applied(to samples: [Int16]) -> [Int16] {
        volume == 1 ? samples : samples.map { Int16((Double($0) * volume).rounded()) }
    }
}
