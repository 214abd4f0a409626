extension VoiceBand {
    /// The time between two measurements of the periodicity, in milliseconds.
    private static let step = 10

    /// The lowest periodicity of a voice. It is low because deep voices lose their pitch at the end of a sentence.
    private static let voice = 0.5

    /// Returns whether voicing lasts for `milliseconds` somewhere in the samples. Vowels last 60 ms or more; a hiss may
    /// seem voiced for 30 ms by chance. The search stops at the first such place.
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
