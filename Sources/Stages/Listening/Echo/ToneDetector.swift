import SaybusMessages

/// A detector of sound that is mostly tones, one after the other, such as an alarm's.
///
/// Each sample of a tone follows from the two before it. Those of speech do not.
enum ToneDetector {
    /// The samples of a block, in which a tone does not change: 20 ms.
    private static let block = PCMFormat.speech.frameLength
    /// The decimation factor, to 4 kHz. At a higher rate, the low frequencies of speech would look like a tone.
    private static let step = 4
    /// The share of a tone's energy that the prediction leaves at most: -17 dB.
    private static let left = 0.02
    /// The share of the energy that tones have at least.
    private static let share = 0.5

    /// Returns whether at least half of the energy of a sound is in tones.
    static func isMostlyTones(_ sound: [Int16]) -> Bool {
        var (tones, all) = (0.0, 0.0)
        for start in stride(from: 0, to: sound.count - block + 1, by: block) {
            let samples = decimate(sound[start..<start + block])
            let energy = samples.reduce(0) { $0 + $1 * $1 }
            all += energy
            if isTone(samples) { tones += energy }
        }
        return all > 0 && tones >= share * all
    }

    /// Predicts each sample from the two before it, with the factors for which the error is least.
    private static func isTone(_ samples: [Double]) -> Bool {
        var (own, first, second, between, withFirst, withSecond) = (0.0, 0.0, 0.0, 0.0, 0.0, 0.0)
        for index in samples.indices.dropFirst(2) {
            let (now, one, two) = (samples[index], samples[index - 1], samples[index - 2])
            own += now * now
            first += one * one
            second += two * two
            between += one * two
            withFirst += now * one
            withSecond += now * two
        }
        let determinant = first * second - between * between
        guard determinant > 0 else { return false }
        let one = (withFirst * second - withSecond * between) / determinant
        let two = (withSecond * first - withFirst * between) / determinant
        return own - one * withFirst - two * withSecond < left * own
    }

    private static func decimate(_ sound: ArraySlice<Int16>) -> [Double] {
        stride(from: sound.startIndex, to: sound.endIndex - step + 1, by: step).map { start in
            var sum = 0.0
            for index in start..<start + step { sum += Double(sound[index]) }
            return sum / Double(step)
        }
    }
}
