import Foundation
import SaybusMessages

/// A synthetic sound with the pitch and the overtones of a voice, which voicing detection takes for speech.
enum SyntheticVoice {
    /// Returns samples of the voice at 16 kHz.
    static func samples(milliseconds: Int, frequency: Double) -> [Int16] {
        (0..<PCMFormat.speech.samples(.milliseconds(milliseconds))).map { index in
            let time = Double(index) / Double(PCMFormat.speech.rate)
            let wave = (1...8).reduce(0) { $0 + sin(2 * .pi * frequency * Double($1) * time) / Double($1) }
            return Int16(4000 * wave * (0.75 + 0.25 * sin(2 * .pi * 4 * time)))
        }
    }

    /// Returns the noise of a quiet room: samples of a few units, the same in each call.
    static func quiet(milliseconds: Int) -> [Int16] {
        var state: UInt32 = 1
        return (0..<PCMFormat.speech.samples(.milliseconds(milliseconds))).map { _ in
            state = state &* 1_664_525 &+ 1_013_904_223
            return Int16(truncatingIfNeeded: Int(state >> 24) % 7 - 3)
        }
    }
}
