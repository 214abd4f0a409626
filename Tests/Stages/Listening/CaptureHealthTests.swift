import SaybusSound
import Testing

@testable import SaybusListening

@Suite("Lost samples and clock drift")
struct CaptureHealthTests {
    /// Passes blocks of 20 ms from a device with a drift in parts per million, and returns the findings with their
    /// times.
    private func run(
        seconds: Int, millionths: Double = 0, lost: [Int: Int] = [:]
    ) -> [(second: Int, finding: CaptureHealth.Finding)] {
        var health = CaptureHealth()
        let start = ContinuousClock.now
        var findings: [(Int, CaptureHealth.Finding)] = []
        for block in 0..<seconds * 50 {
            let time = Double(block) / 50 / (1 + millionths / 1_000_000)
            for finding in health.observe(samples: 320, lost: lost[block] ?? 0, at: start + .seconds(time)) {
                findings.append((block / 50, finding))
            }
        }
        return findings
    }

    @Test("a device with an exact clock has no finding")
    func well() { #expect(run(seconds: 4_000, millionths: 20).isEmpty) }

    @Test("the drift of a fast or slow device is found, and reported seldom", arguments: [3_000.0, -2_000])
    func drift(millionths: Double) {
        let findings = run(seconds: 4_000, millionths: millionths)
        #expect((1...4).contains(findings.count))
        for (_, finding) in findings {
            guard case .drift(let found) = finding else {
                Issue.record("\(finding)")
                continue
            }
            #expect(abs(Double(found) - millionths) < 60)
        }
    }

    @Test("a file in a pipe, ten times too fast, is not taken for drift")
    func pipe() { #expect(run(seconds: 4_000, millionths: 9_000_000).isEmpty) }

    @Test("losses are reported together, and so is the recovery")
    func losses() {
        let findings = run(seconds: 100, lost: [100: 320, 110: 640, 120: 160, 400: 320])
        #expect(
            findings.map(\.finding) == [.lost(samples: 320), .lost(samples: 800), .lost(samples: 320), .recovered])
    }

    @Test("overflows of the device are reported together, with no drift for what they took, and so is the recovery")
    func overflows() {
        var health = CaptureHealth()
        let start = ContinuousClock.now
        let overflows = [100: 1, 110: 2, 120: 1, 400: 1]
        var findings: [CaptureHealth.Finding] = []
        for block in 0..<7_500 {
            // The device takes half a second each time.
            let taken = overflows.filter { $0.key <= block }.count * 25
            let count = overflows[block] ?? 0
            findings += health.observe(
                samples: 320, lost: 0, overflows: count, at: start + .milliseconds(20 * (block + taken)))
        }
        #expect(
            findings == [.overflown(times: 1), .overflown(times: 3), .overflown(times: 1), .recovered])
    }

    @Test("samples that were lost on their way are reported after those that the device lost at the same time")
    func bothLosses() {
        var health = CaptureHealth()
        let findings = health.observe(samples: 320, lost: 160, overflows: 1, at: .now)
        #expect(findings == [.overflown(times: 1), .lost(samples: 160)])
    }

    @Test("speech that is far too soft is a fault, other soft sounds are none", arguments: [true, false])
    func softSound(isSpeech: Bool) {
        var health = CaptureHealth()
        let start = ContinuousClock.now
        var findings: [CaptureHealth.Finding] = []
        for block in 0..<500 {
            let sample: Int16 = (block / 25).isMultiple(of: 2) ? 30 : 2
            let samples = (0..<320).map { $0.isMultiple(of: 2) ? sample : -sample }
            if isSpeech { health.observeSpeech(samples) }
            findings += health.observe(samples, lost: 0, at: start + .milliseconds(20 * block))
        }
        #expect(findings == (isSpeech ? [.fault(.tooSoft)] : []))
    }

    @Test("A microphone without sound is found within ten seconds, and so is its recovery")
    func silence() {
        var health = CaptureHealth()
        let start = ContinuousClock.now
        var findings: [CaptureHealth.Finding] = []
        for block in 0..<1_000 {
            let sample: Int16 = block < 500 ? 0 : 100
            let samples = (0..<320).map { $0.isMultiple(of: 2) ? sample : -sample }
            findings += health.observe(samples, lost: 0, at: start + .milliseconds(20 * block))
            if block == 499 { #expect(findings == [.fault(.silent)]) }
        }
        #expect(findings == [.fault(.silent), .faultless])
    }

    @Test("A fault is over when the device was missing, until the microphone is judged again")
    func missing() {
        var health = CaptureHealth()
        let start = ContinuousClock.now
        let silence = [Int16](repeating: 0, count: 320)
        var findings: [CaptureHealth.Finding] = []
        for block in 0..<1_000 {
            if block == 500 { health.restart() }
            findings += health.observe(silence, lost: 0, at: start + .milliseconds(20 * block))
            if block == 500 { #expect(findings == [.fault(.silent), .faultless]) }
        }
        #expect(findings == [.fault(.silent), .faultless, .fault(.silent)])
    }
}
