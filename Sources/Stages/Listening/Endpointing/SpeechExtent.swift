import Glibc
import SaybusSound

/// The extent of the speech in a recording without noise, as a reference for evaluations.
public enum SpeechExtent {
    /// Returns the range from the first to the last 30 ms whose level is within 28 dB of the loudest and at least 8 dB
    /// above the background; the whole recording when there is none.
    /// - Parameter samples: A recording of one utterance, 16 kHz.
    public static func find(in samples: [Int16]) -> Range<Int> {
        let levels = stride(from: 0, to: samples.count - 159, by: 160).map { start in
            10 * log10(Level.power(samples[start..<start + 160]) + 1)
        }
        guard !levels.isEmpty else { return 0..<samples.count }
        let smooth = levels.indices.map { index in
            let near = levels[max(0, index - 1)...min(levels.count - 1, index + 1)]
            return near.reduce(0, +) / Double(near.count)
        }
        let sorted = smooth.sorted()
        let threshold = max(sorted[sorted.count * 98 / 100] - 28, sorted[sorted.count * 5 / 100] + 8)
        guard let first = smooth.firstIndex(where: { $0 > threshold }),
            let last = smooth.lastIndex(where: { $0 > threshold })
        else { return 0..<samples.count }
        return first * 160..<(last + 1) * 160
    }
}
