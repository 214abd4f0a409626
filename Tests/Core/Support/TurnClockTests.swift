import SaybusSupport
import Testing

@Suite struct TurnClockTests {
    private static let hour: Int64 = 3_600_000_000

    @Test("a clock that is set on or back in a turn does not change the times in the turn")
    func isSet() {
        var clock = TurnClock(start: 1000, steady: 50)
        let elapsed = [
            clock.elapsed(to: 6000, steady: 6050),
            clock.elapsed(to: 21_000 + Self.hour, steady: 20_050),
            clock.elapsed(to: 31_000 + Self.hour, steady: 31_050),
            clock.elapsed(to: 41_000, steady: 41_050), clock.elapsed(to: 61_000, steady: 62_050),
            clock.elapsed(to: .min, steady: 70_050),
        ]
        #expect(elapsed == [5000, 20_000, 30_000, 41_000, 61_000, 70_000])
    }

    @Test("the time in a message counts, however late it arrives and by however little the clocks differ")
    func isLate() {
        var clock = TurnClock(start: 0, steady: 0)
        let elapsed = [
            clock.elapsed(to: 2000, steady: 30_000_000), clock.elapsed(to: 1000, steady: 30_000_000),
            clock.elapsed(to: 30_500_000, steady: 30_000_000),
        ]
        #expect(elapsed == [2000, 1000, 30_500_000])
    }
}
