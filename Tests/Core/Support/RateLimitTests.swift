import SaybusSupport
import Testing

@Suite struct RateLimitTests {
    private let now = ContinuousClock.now

    @Test("a flood is let through at its rate, after a burst")
    func flood() {
        var limit = RateLimit(perSecond: 10, atMost: 40)
        let first = (0..<100).count { _ in limit.take(at: now) }
        let later = (0..<100).count { _ in limit.take(at: now + .seconds(1)) }
        let muchLater = (0..<100).count { _ in limit.take(at: now + .seconds(1000)) }
        #expect(first == 40 && later == 10 && muchLater == 40)
    }

    @Test("an amount that is not left takes nothing, and an earlier time brings nothing")
    func amounts() {
        var limit = RateLimit(perSecond: 100)
        let isTaken = [
            limit.take(60, at: now), limit.take(60, at: now), limit.take(40, at: now - .seconds(9)),
            limit.take(1, at: now - .seconds(9)), limit.take(100, at: now - .seconds(8)),
        ]
        #expect(isTaken == [true, false, true, false, true])
    }
}
