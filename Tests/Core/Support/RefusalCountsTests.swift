import SaybusSupport
import Testing

@Suite struct RefusalCountsTests {
    @Test("refusals are counted by reason, so that a frequent reason does not hide a new one; both are bounded")
    func refusals() {
        var counts = RefusalCounts()
        for number in 1...5 { #expect(counts.record("frequent") == number) }
        #expect(counts.record("new") == 1)
        for number in 0..<1000 { _ = counts.record("reason \(number)") }
        #expect(counts.record("one more") > 900 && counts.record("frequent") == 6)
    }
}
