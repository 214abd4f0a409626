import Foundation

/// Measurements of a second of a microphone's sound, 16 kHz.
struct MicrophoneSecond: Sendable, Equatable {
    /// The largest sample, without its sign.
    var peak = 0
    /// The levels of the loudest and of the softest tenth of the frames of 20 ms, in dBFS.
    var (loud, soft) = (Level.silence, Level.silence)
    /// The frames in which three samples or more in a row are at full scale.
    var clippedFrames = 0
    /// The share of the energy in the mains' frequency and its first harmonics, 0…1.
    var hum = 0.0

    /// The samples of a second, and of a frame.
    static let (length, frame) = (16_000, 320)
    /// The samples in a row at full scale that count as clipped. One alone may be a loud sound.
    private static let clippedRun = 3
    private static let fullScale = 32_760

    init(_ samples: [Int16]) {
        var levels: [Double] = []
        for start in stride(from: 0, to: samples.count, by: Self.frame) {
            let frame = samples[start..<min(samples.count, start + Self.frame)]
            levels.append(Level.rms(frame))
            var (run, longest) = (0, 0)
            for sample in frame {
                peak = max(peak, Int(sample.magnitude))
                run = Int(sample.magnitude) >= Self.fullScale ? run + 1 : 0
                longest = max(longest, run)
            }
            if longest >= Self.clippedRun { clippedFrames += 1 }
        }
        levels.sort()
        guard !levels.isEmpty else { return }
        (loud, soft) = (levels[levels.count * 9 / 10], levels[levels.count / 10])
        hum = max(Self.share(of: 50, in: samples), Self.share(of: 60, in: samples))
    }

    /// Returns the share of the energy at a frequency and at twice and three times it.
    private static func share(of frequency: Double, in samples: [Int16]) -> Double {
        let total = samples.reduce(0) { $0 + Double($1) * Double($1) }
        guard total > 0 else { return 0 }
        let energy = (1...3).reduce(0) { $0 + self.energy(at: frequency * Double($1), in: samples) }
        return min(1, energy / total)
    }

    /// Returns the energy at a frequency, by Goertzel's algorithm.
    private static func energy(at frequency: Double, in samples: [Int16]) -> Double {
        let factor = 2 * cos(2 * .pi * frequency / Double(length))
        var (last, before) = (0.0, 0.0)
        for sample in samples { (last, before) = (Double(sample) + factor * last - before, last) }
        let power = last * last + before * before - factor * last * before
        return 2 * power / Double(samples.count)
    }
}
