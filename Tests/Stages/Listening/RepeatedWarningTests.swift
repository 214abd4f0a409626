import Testing

@testable import SaybusListening

@Suite("Repeated warnings")
struct RepeatedWarningTests {
    @Test("a warning is due the first time, and then once a minute with the number of occurrences")
    func once() {
        var warning = RepeatedWarning()
        let start = ContinuousClock.now
        #expect(warning.record(at: start) == 0)
        for chunk in 1...312 { #expect(warning.record(at: start + .milliseconds(10) * chunk) == nil) }
        #expect(warning.record(at: start + .seconds(60)) == 312)
        #expect(warning.record(at: start + .seconds(61)) == nil)
        #expect(warning.record(at: start + .seconds(300)) == 1)
        #expect(warning.record(at: start + .seconds(400)) == 0)
    }
}
