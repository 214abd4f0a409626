import Foundation
import Testing

@testable import Transcription

@Suite("Sound levels")
struct SoundLevelTests {
    /// Half a second of hum in turn with half a second without, and a whistle of the given level throughout.
    private func samples(noise: Double) -> [Int16] {
        (0..<32_000).map { index in
            let speech = index / 8_000 % 2 == 1 ? 10_000 * sin(Double(index) * 0.1) : 0
            return Int16(speech + noise * sin(Double(index) * 1.7))
        }
    }

    @Test("A room is quiet until its noise is heard in the pauses")
    func rooms() {
        #expect(SoundLevel.isQuiet(samples(noise: 100)))
        #expect(!SoundLevel.isQuiet(samples(noise: 500)))
        #expect(SoundLevel.isQuiet([]))
    }
}
