import Testing

@testable import SaybusSound

@Suite("Stalled devices")
struct StallDetectorTests {
    @Test("A device that gives no sample for as many looks as the limit has stalled, until it gives one")
    func stalls() {
        var detector = StallDetector(limit: 3)
        #expect([0, 0, 0].map { detector.observe(received: $0) } == [false, false, true])
        #expect([320, 320, 320, 640].map { detector.observe(received: $0) } == [false, false, false, false])
        #expect([640, 640, 640, 640].map { detector.observe(received: $0) } == [false, false, true, true])
        #expect(!detector.observe(received: 960))
    }
}
