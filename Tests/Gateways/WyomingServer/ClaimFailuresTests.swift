import Testing

@testable import SaybusWyomingServer

@Suite("Claims of conversations that fail")
struct ClaimFailuresTests {
    @Test("after three failures in a row none is tried for a minute, and then one that fails is enough")
    func pause() {
        var failures = ClaimFailures()
        var now = ContinuousClock.now
        for _ in 0..<ClaimFailures.limit - 1 { failures.record(isKnown: false, at: now) }
        #expect(failures.allowsClaim(at: now))
        failures.record(isKnown: true, at: now)
        for _ in 0..<2 {
            for _ in 0..<ClaimFailures.limit { failures.record(isKnown: false, at: now) }
            #expect(!failures.allowsClaim(at: now + .seconds(59)))
            now += ClaimFailures.pause
            #expect(failures.allowsClaim(at: now))
            failures.record(isKnown: false, at: now)
            #expect(!failures.allowsClaim(at: now))
        }
        failures.record(isKnown: true, at: now)
        #expect(failures.allowsClaim(at: now))
    }
}
