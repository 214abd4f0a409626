import SaybusExpectations
import Testing

@testable import SaybusBus

@Suite("Deadlines and jumps of the clock")
struct DeadlineClockTests {
    private let second: Int64 = 1_000_000
    private let day: Int64 = 86_400_000_000

    @Test(
        "for a minute after a jump, a deadline has passed only when it has also passed by the old clock setting",
        arguments: [1, -1])
    func jump(_ sign: Int64) {
        var clock = DeadlineClock()
        let start = 1_000 * day
        func remaining(_ deadline: Int64, after time: Int64, shift: Int64) -> Int64 {
            clock.remaining(to: deadline, wall: start + time + shift, steady: time)
        }
        expectEqual(remaining(start + 10 * second, after: 0, shift: 0), 10 * second)
        expectEqual(remaining(start + 10 * second, after: 11 * second, shift: 0), -second)
        // One deadline by the clock before the jump, one by the clock after it.
        let shift = sign * day
        #expect(remaining(start + 20 * second, after: 12 * second, shift: shift) >= 8 * second)
        #expect(remaining(start + shift + 22 * second, after: 12 * second, shift: shift) >= 10 * second)
        #expect(remaining(start - 30 * day, after: 13 * second, shift: shift) < 0)
        // The clock jumps back.
        #expect(remaining(start + 24 * second, after: 14 * second, shift: 0) >= 10 * second)
        // A minute later only the current clock counts.
        expectEqual(remaining(start + 74 * second, after: 75 * second, shift: 0), -second)
    }

    @Test("drift is not a jump, and extreme times cause no overflow")
    func drift() {
        var clock = DeadlineClock()
        for step in 0..<100 {
            let time = Int64(step) * second
            expectEqual(clock.remaining(to: time + time / 100, wall: time + time / 100, steady: time), 0)
        }
        expectEqual(clock.remaining(to: .max, wall: -5, steady: 0), .max)
        expectEqual(clock.remaining(to: .min, wall: 5, steady: 0), .min)
    }
}
