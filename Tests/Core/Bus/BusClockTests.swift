import SaybusExpectations
import SaybusMessages
import Testing

@testable import SaybusBus

@Suite("The broker's clock as a program knows it")
struct BusClockTests {
    private let second: Int64 = 1_000_000
    private let day: Int64 = 86_400_000_000
    /// The broker's time minus the steady clock's.
    private let truth: Int64 = 20_000 * 86_400_000_000

    /// A clock after a measurement at the steady time 0 with a round trip of two milliseconds.
    private func measured() -> BusClock {
        var clock = BusClock()
        clock.returned(stamp: truth - 1000, sent: -2000, steady: 0)
        return clock
    }

    @Test("before the first measurement the wall clock counts, and afterwards it does not matter, an hour off or more")
    func skew() {
        var clock = BusClock()
        expectEqual(clock.now(wall: 7, steady: 3), 7)
        #expect(clock.measurementDue == nil)
        clock = measured()
        for wall in [truth, truth + 3600 * second, truth - 3600 * second, 0] {
            expectEqual(clock.now(wall: wall, steady: 5 * second), truth + 5 * second)
            expectEqual(clock.remaining(to: truth + 9 * second, wall: wall, steady: 5 * second), 4 * second)
        }
    }

    @Test("a measurement with a long round trip, as after a freeze, does not blur the better one before")
    func freeze() {
        var clock = measured()
        clock.returned(stamp: truth + second, sent: second, steady: 61 * second)
        #expect(abs(clock.now(wall: 0, steady: 61 * second) - truth - 61 * second) <= 1000)
        #expect(clock.remaining(to: truth + 60 * second, wall: 0, steady: 61 * second) < 0)
    }

    @Test(
        "for a minute after the broker's clock has jumped, a deadline has passed only when it has by both settings",
        arguments: [1, -1])
    func jump(_ sign: Int64) {
        var clock = measured()
        let shifted = truth + sign * day
        clock.returned(stamp: shifted + second, sent: second - 1000, steady: second + 1000)
        #expect(abs(clock.now(wall: 0, steady: second) - shifted - second) <= 1000)
        #expect(clock.remaining(to: truth + 10 * second, wall: 0, steady: 2 * second) >= 8 * second - 2000)
        #expect(clock.remaining(to: shifted + 10 * second, wall: 0, steady: 2 * second) >= 8 * second - 2000)
        #expect(clock.remaining(to: min(truth, shifted) - second, wall: 0, steady: 2 * second) < 0)
        // A minute later only the new setting counts.
        let late = 62 * second
        #expect(abs(clock.remaining(to: shifted + 70 * second, wall: 0, steady: late) - 8 * second) <= 2000)
    }

    @Test("a coarse measurement is repeated each second, a few times at most; messages of others make it finer")
    func precision() {
        var clock = measured()
        expectEqual(clock.measurementDue, second)
        clock.received(stamp: truth + second - 100, steady: second)
        #expect(abs(clock.now(wall: 0, steady: second) - truth - second - 450) <= 1)
        clock.measuring(steady: second)
        clock.returned(stamp: truth + second, sent: second - 150, steady: second + 120)
        #expect(abs(clock.now(wall: 0, steady: second) - truth - second) <= 100)
        expectEqual(clock.measurementDue, second + BusClock.interval)
        var coarse = measured()
        for attempt in Int64(1)...20 where coarse.measurementDue == attempt * second {
            coarse.measuring(steady: attempt * second)
            coarse.returned(
                stamp: truth + attempt * second, sent: attempt * second - 1000, steady: attempt * second + 1000)
        }
        #expect((coarse.measurementDue ?? 0) > BusClock.interval)
    }

    @Test("a stamp from the future shows a jump at once; a late stamp, which may be a delay, asks for a measurement")
    func strangers() {
        var clock = BusClock()
        clock.returned(stamp: truth - 100, sent: -200, steady: 0)
        expectEqual(clock.measurementDue, BusClock.interval)
        clock.received(stamp: truth + 10 * second - 500_000, steady: 10 * second)
        expectEqual(clock.measurementDue, BusClock.interval)
        clock.received(stamp: truth + 7 * second, steady: 10 * second)
        expectEqual(clock.measurementDue, 0)
        expectEqual(clock.now(wall: 0, steady: 10 * second), truth + 10 * second)
        clock.measuring(steady: 10 * second)
        expectEqual(clock.measurementDue, 10 * second + BusClock.interval)
        clock.received(stamp: truth + day + 11 * second, steady: 11 * second)
        expectEqual(clock.now(wall: 0, steady: 11 * second), truth + day + 11 * second)
        expectEqual(clock.measurementDue, 11 * second)
    }

    @Test("a late stamp asks for a measurement at once also just after one for precision, then once a second")
    func doubt() {
        var clock = measured()
        clock.measuring(steady: second)
        clock.received(stamp: truth - day + second, steady: second + 1)
        #expect((clock.measurementDue ?? .max) <= second + 1)
        clock.measuring(steady: second + 1)
        clock.received(stamp: truth - day + second, steady: second + 2)
        expectEqual(clock.measurementDue, 2 * second + 1)
    }

    @Test("when the own wall clock is set, the broker's is measured at once", arguments: [1, -1])
    func ownJump(_ sign: Int64) {
        var clock = BusClock()
        clock.returned(stamp: truth - 100, sent: -200, steady: 0)
        clock.look(wall: truth, steady: 0)
        clock.look(wall: truth + 5 * second + sign * BusClock.jump, steady: 5 * second)
        expectEqual(clock.measurementDue, BusClock.interval)
        let moved = truth + sign * 10 * second
        clock.look(wall: moved + 6 * second, steady: 6 * second)
        expectEqual(clock.measurementDue, 0)
        clock.measuring(steady: 6 * second)
        clock.look(wall: moved + 7 * second, steady: 7 * second)
        expectEqual(clock.measurementDue, 6 * second + BusClock.interval)
        clock.look(wall: .min, steady: .max)
        expectEqual(clock.measurementDue, 6 * second + BusClock.interval)
    }

    @Test("drift is followed and is no jump, and extreme times cause no overflow")
    func drift() {
        var clock = measured()
        for minute in Int64(1)...100 {
            let steady = minute * 60 * second
            let drifted = truth + minute * 6000
            clock.returned(stamp: drifted + steady - 100, sent: steady - 200, steady: steady)
            #expect(abs(clock.now(wall: 0, steady: steady) - drifted - steady) <= 6000)
            #expect(abs(clock.remaining(to: drifted + steady, wall: 0, steady: steady)) <= 6000)
        }
        for stamp in [Int64.min, .max] {
            clock.returned(stamp: stamp, sent: 0, steady: 1)
            clock.received(stamp: stamp, steady: 1)
        }
        expectEqual(clock.remaining(to: .max, wall: -5, steady: 0) > 0, true)
        expectEqual(clock.remaining(to: .min, wall: 5, steady: 0), .min)
    }

    @Test("a probe counts once, and only a limited number is remembered")
    func probes() {
        var probes = ClockProbes()
        let ids = (0..<100).map { _ in MessageID() }
        for (number, id) in ids.enumerated() { probes.add(id, steady: Int64(number)) }
        expectEqual(probes.take(ids[0]), nil)
        expectEqual(probes.take(ids[98]), 98)
        expectEqual(probes.take(ids[98]), nil)
        expectEqual(probes.take(ids[97]), nil)
        expectEqual(probes.take(ids[99]), 99)
    }
}
