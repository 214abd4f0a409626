import Testing

@testable import SaybusSound

@Suite("Stalled devices")
struct StallDetectorTests {
    @Test("a device that gives no sample for as many checks as the limit has stalled, until it gives a sample")
    func stalls() {
        var detector = StallDetector(limit: 3)
        let counts = [0, 0, 0, 320, 320, 320, 640, 640, 640, 640, 960]
        let stalled = counts.indices.filter { detector.observe(received: counts[$0]) }
        #expect(stalled == [2, 9])
    }
}
