import Testing

@testable import SaybusListening

@Suite("Pauses of a live source")
struct CapturePausesTests {
    private let start = ContinuousClock.now

    /// Returns a block of 20 ms that was captured some milliseconds after the start.
    private func block(_ milliseconds: Int) -> AudioBlock {
        AudioBlock(
            samples: Array(repeating: 0, count: 320), source: "test", position: 0,
            captured: start + .milliseconds(milliseconds))
    }

    @Test("blocks that follow each other without a gap make no pause, whenever they are processed")
    func none() {
        var pauses = CapturePauses()
        for number in 0..<500 { #expect(pauses.observe(block(20 * number)) == 0) }
    }

    @Test("the time in which nothing was captured is a pause, without the samples of the block that ends it")
    func pause() {
        var pauses = CapturePauses()
        #expect(pauses.observe(block(0)) == 0)
        #expect(pauses.observe(block(3_020)) == 3 * 16_000)
        #expect(pauses.observe(block(3_040)) == 0)
        #expect(pauses.observe(block(4_000)) == 0, "less than a second")
    }

    @Test("blocks without a time, such as those that report a problem, neither begin nor end a pause")
    func problems() {
        var pauses = CapturePauses()
        #expect(pauses.observe(block(0)) == 0)
        #expect(pauses.observe(AudioBlock(samples: [], source: "test", position: 0, problem: "gone")) == 0)
        #expect(pauses.observe(block(2_020)) == 2 * 16_000)
    }

    @Test("a request that comes in the middle of a pause counts only the rest of it")
    func request() {
        var pauses = CapturePauses()
        #expect(pauses.observe(block(0)) == 0)
        pauses.restart(at: start + .seconds(58))
        #expect(pauses.observe(block(60_020)) == 2 * 16_000)
        pauses.restart(at: start + .seconds(90))
        #expect(pauses.observe(block(60_040)) == 0, "captured before the request")
    }
}
