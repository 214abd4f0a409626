import Foundation
import Testing

@testable import SaybusSound

@Suite("Faults of a microphone")
struct MicrophoneJudgeTests {
    /// Ten seconds of sound by a function of the sample's number.
    private func seconds(_ sample: (Int) -> Double) -> [Int16] {
        (0..<160_000).map { Int16(clamping: Int(sample($0).rounded())) }
    }

    private func fault(_ samples: [Int16], pieces: Int = 320) -> (MicrophoneFault?, second: Int?) {
        var judge = MicrophoneJudge(isSpoken: true)
        var second: Int?
        for start in stride(from: 0, to: samples.count, by: pieces) {
            if judge.observe(Array(samples[start..<min(samples.count, start + pieces)])), second == nil {
                second = start / 16_000
            }
        }
        return (judge.fault, second)
    }

    /// White noise of a room.
    private func noise(_ place: Int) -> Double {
        let value: Int = place &* 7_919 &+ place &* place &* 31
        return Double(value % 41 - 20)
    }

    private func tone(_ place: Int, _ frequency: Double, _ amplitude: Double) -> Double {
        let phase: Double = 2 * Double.pi * frequency * Double(place) / 16_000
        return amplitude * sin(phase)
    }

    /// One sample of `value` in each `interval`, and zeros.
    private func ticks(_ place: Int, _ interval: Int, _ value: Double) -> Double {
        place.isMultiple(of: interval) ? value : 0
    }

    /// Syllables of 200 ms with pauses, as loud as `amplitude`.
    private func speech(_ place: Int, _ amplitude: Double) -> Double {
        let time = Double(place) / 16_000
        guard Int(time * 5).isMultiple(of: 2) else { return 0 }
        return tone(place, 180, amplitude) * tone(place, 2.5, 1)
    }

    @Test("a good microphone has no fault, also in a room where nobody speaks, and with steady noise")
    func good() {
        #expect(fault(seconds { speech($0, 8_000) + noise($0) }).0 == nil)
        #expect(fault(seconds { noise($0) }).0 == nil)
        #expect(fault(seconds { noise($0) * 60 }).0 == nil)
        // Someone shouts once.
        #expect(fault(seconds { $0 < 16_000 ? speech($0, 90_000) : noise($0) }).0 == nil)
    }

    @Test(
        "silence, clipping, hum and soft sound are found within ten seconds, whatever the size of the blocks",
        arguments: [320, 999, 160_000])
    func faults(pieces: Int) {
        let faulty: [(MicrophoneFault, [Int16])] = [
            (.silent, seconds { _ in 0 }), (.silent, seconds { ticks($0, 7, 1) }),
            (.clipping, seconds { speech($0, 120_000) }),
            (.humming, seconds { tone($0, 50.1, 1_500) + noise($0) }),
            (.humming, seconds { tone($0, 120, 700) + noise($0) }),
            (.tooSoft, seconds { speech($0, 40) + ticks($0, 3, 1) }),
            (.tooSoft, seconds { ticks($0, 5, 2) }),
        ]
        for (expected, samples) in faulty {
            let (found, second) = fault(samples, pieces: pieces)
            #expect(found == expected && second.map { $0 < 10 } == true)
        }
    }

    /// Has a judge hear sound in frames of 20 ms, all of them speech or none.
    private func hear(_ samples: [Int16], isSpeech: Bool = false, by judge: inout MicrophoneJudge) {
        for start in stride(from: 0, to: samples.count, by: 320) {
            let frame = Array(samples[start..<min(samples.count, start + 320)])
            if isSpeech { judge.observeSpeech(frame) }
            _ = judge.observe(frame)
        }
    }

    @Test("soft sounds are a fault only when they are speech, until something is said louder, which counts for minutes")
    func softSpeech() {
        var judge = MicrophoneJudge()
        let soft = seconds { speech($0, 40) + ticks($0, 3, 1) }
        let room = seconds { noise($0) }
        hear(soft, by: &judge)
        #expect(judge.fault == nil, "a clock ticks")
        hear(soft, isSpeech: true, by: &judge)
        #expect(judge.fault == .tooSoft)
        for _ in 0..<20 { hear(room, by: &judge) }
        #expect(judge.fault == .tooSoft, "nothing has shown that it is over")
        hear(Array(seconds { speech($0, 8_000) }.prefix(16_000)), isSpeech: true, by: &judge)
        #expect(judge.fault == nil)
        hear(soft, isSpeech: true, by: &judge)
        #expect(judge.fault == nil, "the microphone has shown that it is loud enough")
        for _ in 0..<20 { hear(room, by: &judge) }
        hear(soft, isSpeech: true, by: &judge)
        #expect(judge.fault == .tooSoft)
    }

    @Test("less than a second of soft speech says nothing")
    func littleSpeech() {
        var judge = MicrophoneJudge()
        let soft = seconds { speech($0, 40) + ticks($0, 3, 1) }
        hear(Array(soft.prefix(12_800)), isSpeech: true, by: &judge)
        hear(Array(soft.dropFirst(12_800)), by: &judge)
        #expect(judge.fault == nil)
    }

    @Test("a fault is over some seconds after its end, and after the microphone was missing")
    func recovers() {
        var judge = MicrophoneJudge()
        #expect(judge.observe(seconds { _ in 0 }) && judge.fault == .silent)
        #expect(judge.observe(seconds { speech($0, 8_000) + noise($0) }) && judge.fault == nil)
        #expect(judge.observe(seconds { _ in 0 }) && judge.fault == .silent)
        judge.restart()
        #expect(judge.fault == nil)
        #expect(
            MicrophoneFault.allCases.allSatisfy {
                $0.sentence().contains(":") && $0.sentence(isInBrowser: true).contains("browser")
            })
    }
}
