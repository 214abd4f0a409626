import SaybusExpectations
import SaybusMessages
import Testing

@testable import SaybusBus

@Suite("Recent reports, published again after a reconnection")
struct RecentReportsTests {
    @Test("the ends of turns outlive other reports, by number, and unless they are oddly large")
    func ends() {
        var reports = RecentReports(capacity: 3)
        let turns = (0..<5).map { _ in TurnID() }
        func end(_ turn: TurnID, _ bytes: Int = 100) -> RawMessage {
            var own = header(kind: "turn.ended")
            own.turn = turn
            return RawMessage(header: own, body: [UInt8](repeating: 32, count: bytes))
        }
        for turn in turns { reports.add(end(turn, turn == turns[1] ? 5000 : 100), at: 0) }
        #expect(reports.messages(now: 1 + RecentReports.age).isEmpty)
        #expect(reports.ends(of: [turns[0], turns[1], turns[4], TurnID()]).map(\.header.turn) == [turns[0], turns[4]])
        for _ in 0..<1024 { reports.add(end(TurnID()), at: 0) }
        #expect(reports.ends(of: turns).isEmpty)
    }

    @Test("the newest state of each of the last questions is kept for as long as one may wait for its answer")
    func questions() throws {
        var reports = RecentReports(capacity: 3)
        let question = VoiceRequestStatus.Question(kind: "string", prompt: "Where to?")
        func state(_ state: VoiceRequestStatus.State, of request: MessageID) throws -> RawMessage {
            var own = header(kind: VoiceRequestStatus.kind)
            let body = try VoiceRequestStatus(request: request, state: state, question: question).wire(header: &own)
            return RawMessage(header: own, body: body)
        }
        let (first, second) = (MessageID(), MessageID())
        let (end, asked) = (try state(.completed, of: first), try state(.listening, of: second))
        reports.add(try state(.presented, of: first), at: 0)
        reports.add(asked, at: 1)
        reports.add(end, at: 2)
        for _ in 0..<4 { reports.add(message(), at: 3) }
        #expect(reports.messages(now: 4 + RecentReports.age) == [asked, end])
        #expect(reports.messages(now: 2 + RecentReports.questionAge) == [end])
        for _ in 0..<RecentReports.maximumQuestions { reports.add(try state(.listening, of: MessageID()), at: 5) }
        #expect(reports.messages(now: 6 + RecentReports.age).count == RecentReports.maximumQuestions)
    }

    private func message(_ bytes: Int = 10) -> RawMessage {
        RawMessage(header: header(kind: "turn.ended"), body: [UInt8](repeating: 32, count: bytes))
    }

    @Test("only reports of the last seconds are kept, in order, within the bounds of number and size")
    func bounds() {
        var reports = RecentReports(capacity: 3, maximumBytes: 100)
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

    @Test("requests are answered at once, and those that come soon after have one answer, with all their turns")
    func requests() {
        var requests = ReportRequests()
        let turns = [TurnID(), TurnID(), TurnID()].sorted()
        expectEqual(requests.take(now: 0), nil)
        requests.add([], now: 10)
        #expect(requests.due == 10)
        expectEqual(requests.take(now: 10), [])
        requests.add([turns[1]], now: 20)
        requests.add([turns[0], turns[1]], now: 30)
        #expect(requests.due == 10 + ReportRequests.interval)
        expectEqual(requests.take(now: 9 + ReportRequests.interval), nil)
        expectEqual(requests.take(now: 10 + ReportRequests.interval), [turns[0], turns[1]])
        expectEqual(requests.take(now: 11 + ReportRequests.interval), nil)
        let later = 10 + 9 * ReportRequests.interval
        requests.add([turns[2]], now: later)
        expectEqual(requests.take(now: later), [turns[2]])
    }
}
