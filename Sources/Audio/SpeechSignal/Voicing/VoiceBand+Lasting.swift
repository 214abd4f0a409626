extension VoiceBand {
    /// Milliseconds between two measurements of the periodicity.
    private static let step = 10

    /// The lowest periodicity of a voice; low voices lose their pitch at the end of a sentence.
    private static let voice = 0.5

    /// Whether voicing lasts for `milliseconds` somewhere in the samples: vowels last 60 and more, a hiss 30 by
    /// chance. Stops at the first such place.
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
