extension VoiceBand {
    /// Milliseconds between two looks at the pitch.
    private static let step = 10

    /// How periodic a voice is at least; low ones that end their sentence lose their pitch.
    private static let voice = 0.5

    /// Whether a voice holds on for so many milliseconds somewhere in a sound: vowels do for 60 and more, a hiss for 30 by chance. Looks no further
    /// than the first.
    package static func hasVoice(lasting milliseconds: Int, in samples: ArraySlice<Int16>, rate: Int = 16_000) -> Bool {
        var band = VoiceBand(rate: rate)
        let length = band.rate * step / 1_000
        var run = 0
        var start = samples.startIndex
        while start + length <= samples.endIndex {
            band.take(samples[start..<start + length])
            run = band.periodicity >= voice ? run + step : 0
            if run >= milliseconds { return true }
            start += length
        }
        return false
    }
}
