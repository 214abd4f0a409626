import SaybusMessages
import Testing

@testable import SaybusTap

@Suite("Turns of a replay wait for turns that had ended before they began")
struct TurnOrderTests {
    /// Returns a turn that began and ended at these times, in milliseconds.
    private func record(_ began: Int64, _ ended: Int64?, in session: String = "a") throws -> RecordedTurn {
        let turn = TurnID()
        func stored(_ body: some BusMessage, _ time: Int64) throws -> StoredMessage {
            var message = try Make.message(body, turn: turn, at: Make.at + time * 1000)
            message.header.session = try #require(Session(rawValue: session))
            message.stamp = Stamp(offset: 1, epoch: 1, at: message.header.at)
            return StoredMessage(
                recording: 1, received: message.header.at, fate: .delivered, message: message, withAudio: true)
        }
        let first = try stored(SpeechTranscript(text: "a", engine: "text"), began)
        var record = RecordedTurn(first, turn: turn)
        record.add(first)
        if let ended { record.add(try stored(TurnEnded(outcome: .handled), ended)) }
        return record
    }

    /// Waits until all streams have finished, and returns true.
    private func haveFinished(_ ends: [AsyncStream<Void>]) async -> Bool {
        for end in ends { for await _ in end {} }
        return true
    }

    @Test("a turn waits once for each turn of its session that had ended before it began, not for an overlapping one")
    func order() async throws {
        let (first, second, overlapping, elsewhere, endless) = (
            try record(0, 10), try record(20, 40), try record(30, 60), try record(0, 10, in: "b"), try record(0, nil)
        )
        var order = TurnOrder()
        for record in [first, second] {
            let begins = [order.markBegun(record), order.markBegun(record)]
            #expect(begins == [true, false])
        }
        let ends = [order.end(of: first), order.end(of: elsewhere), order.end(of: endless)]
        let before = order.endsBefore(second)
        #expect(before.count == 1)
        ends[0].finish()
        #expect(await haveFinished(before))
        let secondEnd = order.end(of: second)
        let none = order.endsBefore(overlapping)
        #expect(none.isEmpty, "it began before the second had ended, and the first was already awaited")
        let last = order.endsBefore(try record(50, 70))
        #expect(last.count == 1)
        secondEnd.finish()
        #expect(await haveFinished(last))
    }
}
