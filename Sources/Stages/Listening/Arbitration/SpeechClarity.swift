import Glibc
import SaybusMessages
import SaybusSound

/// The clarity of the speech at a microphone: its level above that of the room's noise. Pure.
///
/// The ratio does not depend on the amplification of the microphone, so that those of different devices can be
/// compared.
struct SpeechClarity: Sendable {
    /// The length of the speech that counts: the last second.
    private static let window = PCMFormat.speech.samples(.seconds(1))
    /// The lowest noise, in decibels of full scale: a device that mutes pauses hears no better for that.
    private static let quietest = -70.0
    /// The rates at which the noise level rises under sound and falls under silence, in decibels a second.
    private static let (rise, fall) = (2.0, 40.0)

    private var noise: Double?
    private var speech: [(energy: Double, samples: Int)] = []
    private var length = 0

    /// Takes a block, before amplification, with the detector's decision.
    mutating func observe(_ samples: [Int16], isSpeech: Bool) {
        guard !samples.isEmpty else { return }
        let level = Level.rms(samples)
        let seconds = Double(samples.count) / Double(PCMFormat.speech.rate)
        let old = noise ?? level
        noise = level > old ? min(level, old + Self.rise * seconds) : max(level, old - Self.fall * seconds)
        guard isSpeech else { return }
        speech.append((pow(10, level / 10) * Double(samples.count), samples.count))
        length += samples.count
        while length > Self.window, speech.count > 1 { length -= speech.removeFirst().samples }
    }

    /// The clarity of the last second of speech, in decibels rounded to a tenth; 0 without speech.
    var decibels: Double {
        guard length > 0 else { return 0 }
        let level = 10 * log10(speech.reduce(0) { $0 + $1.energy } / Double(length))
        return ((level - max(noise ?? Self.quietest, Self.quietest)) * 10).rounded() / 10
    }

    /// Drops the speech, at the end of a turn. The noise stays.
    mutating func endTurn() { (speech, length) = ([], 0) }
}
