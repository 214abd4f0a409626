extension VoiceBand {
    /// Milliseconds between two looks at the pitch.
    private static let step = 10

    /// How periodic a voice is at least; low ones that end their sentence lose their pitch.
    private static let voice = 0.5

    /// How long a voice holds on at most in a sound, in milliseconds: vowels do for 60 and more, a hiss for 30 by chance.
    package static func longestVoice(in samples: ArraySlice<Int16>, rate: Int = 16_000) -> Int {
        var band = VoiceBand(rate: rate)
        let length = band.rate * step / 1_000
        var (run, longest) = (0, 0)
        var start = samples.startIndex
        while start + length <= samples.endIndex {
            band.take(samples[start..<start + length])
            run = band.periodicity >= voice ? run + 1 : 0
            longest = max(longest, run)
            start += length
        }
        return longest * step
    }
}
