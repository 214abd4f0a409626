import Foundation
import SaybusMessages

/// A meter of the duration and level of PCM audio.
struct PCMMeter: Sendable, Equatable {
    /// Sample frames so far; a frame has one sample for each channel.
    private(set) var frames = 0
    private(set) var sumOfSquares = 0.0
    /// Samples of all channels so far.
    private(set) var values = 0

    /// Adds 16-bit little-endian samples. A single byte left over at the end is ignored.
    mutating func add(_ samples: [UInt8], channels: Int) {
        var index = 0
        while index + 1 < samples.count {
            let value = Double(Int16(truncatingIfNeeded: Int(samples[index]) | Int(samples[index + 1]) << 8))
            sumOfSquares += value * value
            index += 2
        }
        values += samples.count / 2
        frames += samples.count / 2 / max(1, channels)
    }

    /// Returns the duration as text: `1.84 s`.
    func duration(rate: Int) -> String {
        Quantity.duration(microseconds: Double(frames) / Double(max(1, rate)) * 1_000_000)
    }

    /// The RMS level relative to full scale, as text: `-23 dB`.
    var level: String {
        guard values > 0, sumOfSquares > 0 else { return "silent" }
        return Quantity.decibels(10 * log10(sumOfSquares / Double(values) / (32_768 * 32_768)))
    }

    /// Returns the summary of one audio chunk.
    static func chunk(index: Int, isLast: Bool, format: PCMFormat, samples: [UInt8]) -> [Span] {
        var sound = PCMMeter()
        sound.add(samples, channels: format.channels)
        let last: [Span] = isLast ? [.strong("last")] : []
        return [.plain("chunk \(index),"), .plain("\(sound.duration(rate: format.rate)),"), .plain(sound.level)] + last
    }
}
