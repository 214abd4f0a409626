import Testing

@testable import SaybusListening

@Suite("Positions of a microphone at given times")
struct SampleClockTests {
    private static let start: Int64 = 1_780_000_000_000_000
    private static let block = 320

    /// Returns a clock that has taken blocks of 20 ms, each with a delay in microseconds.
    private func clock(_ late: [Int64]) -> SampleClock {
        var clock = SampleClock()
        for (index, late) in late.enumerated() {
            let end = (index + 1) * Self.block
            clock.observe(end: end, at: Self.start + Int64(end) * 1_000_000 / 16_000 + late)
        }
        return clock
    }

    @Test("blocks that a busy machine takes late do not shift the clock")
    func late() throws {
        let clock = clock([0, 3_000, 0, 150_000, 130_000, 110_000, 400_000])
        // 100 ms after the first sample, and now, when the microphone is at a sample whose block has not arrived.
        for milliseconds in [100, 540] as [Int64] {
            let place = try #require(clock.position(at: Self.start + milliseconds * 1_000))
            #expect(abs(place - Int(milliseconds) * 16) <= 2)
        }
    }

    @Test("samples that the device lost without reporting them shift the clock within ten seconds")
    func lost() throws {
        let clock = clock([Int64](repeating: 0, count: 100) + [Int64](repeating: 500_000, count: 500))
        let end = 600 * Self.block
        let place = try #require(clock.position(at: Self.start + Int64(end) * 1_000_000 / 16_000 + 500_000))
        #expect(abs(place - end) <= 2)
    }

    @Test("a device whose clock is slow is followed")
    func drift() throws {
        // 500 ppm are 10 µs a block: 0.3 s after 10 minutes.
        let clock = clock((0..<30_000).map { Int64($0) * 10 })
        let place = try #require(clock.position(at: Self.start + 600_300_000))
        #expect(abs(place - 30_000 * Self.block) <= 320)
    }

    @Test("times far from the blocks give no position, and a new count restarts the clock")
    func strange() {
        #expect(SampleClock().position(at: 0) == nil)
        var clock = clock([0, 0, 0])
        for time in [.min, .max, 0, Self.start - 3_000_000, Self.start + 3_000_000] {
            #expect(clock.position(at: time) == nil)
        }
        #expect(clock.position(at: Self.start - 100_000) == 0)
        clock.observe(end: 320, at: Self.start + 60_020_000)
        #expect(clock.position(at: Self.start + 60_020_000) == 320)
    }
}
