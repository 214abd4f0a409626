import Glibc

/// Measurements of loudness.
public enum Level {
    /// The level of digital silence, and of an empty collection of samples, in dBFS. No lower level is returned.
    public static let silence = -100.0

    /// Returns the root mean square in dBFS: 0 is a full-scale square wave, -3 a full-scale sine.
    public static func rms(_ samples: some Collection<Int16>) -> Double {
        let power = power(samples)
        guard power > 0 else { return silence }
        return max(silence, 10 * log10(power / (32768 * 32768)))
    }

    /// Returns the mean square, in units of a sample; 0 for no samples.
    package static func power(_ samples: some Collection<Int16>) -> Double {
        guard !samples.isEmpty else { return 0 }
        var sum = 0.0
        for sample in samples { sum += Double(sample) * Double(sample) }
        return sum / Double(samples.count)
    }
}
