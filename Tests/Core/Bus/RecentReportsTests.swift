import SaybusMessages
import Testing

@testable import SaybusBus

@Suite("Recent reports, published again after a reconnection")
struct RecentReportsTests {
    private func message(_ bytes: Int = 10) -> RawMessage {
        RawMessage(header: header(kind: "turn.ended"), body: [UInt8](repeating: 32, count: bytes))
    }

    @Test("only reports of the last seconds are kept, in order, within the bounds of number and size")
    func bounds() {
        var reports = RecentReports(capacity: 3, mostBytes: 100)
        let messages = (0..<5).map { _ in message() }
        for (index, message) in messages.enumerated() { reports.add(message, at: Int64(index)) }
        #expect(reports.messages(now: 4) == Array(messages.suffix(3)))
        let large = message(95)
        reports.add(large, at: 6)
        #expect(reports.messages(now: 6) == [large])
        let later = message()
        reports.add(later, at: 7 + RecentReports.age)
        #expect(reports.messages(now: 7 + RecentReports.age) == [later])
        #expect(reports.messages(now: 8 + 2 * RecentReports.age).isEmpty)
    }
}
