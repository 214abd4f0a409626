import SaybusMessages
import Testing

@testable import SaybusDispatch

@Suite("The runtime's memory of turns")
struct TurnMemoryTests {
    private func header(_ kind: Kind, turn: TurnID?, at: Int64 = 0) -> Header {
        Header(
            kind: kind, session: .default, turn: turn, source: Source(role: .audio, instance: "a")!, run: 1,
            sequence: 0, at: at, causes: [])
    }

    @Test("a turn is new once, a message without a turn is always new, and the memory is bounded")
    func deduplication() {
        let turns = RecentTurns(capacity: 10)
        let ids = (0..<100).map { _ in TurnID() }
        #expect(ids.map { turns.insert($0) }.allSatisfy { $0 })
        #expect(!turns.insert(ids[99]) && turns.insert(nil) && turns.insert(nil))
        #expect(turns.insert(ids[0]), "a turn of long ago is forgotten")
        turns.remove(ids[99])
        #expect(turns.insert(ids[99]), "a turn that was given up is new again")
    }

    @Test("of several ends of a turn, the first one counts, and a turn that goes on has none")
    func ends() throws {
        let history = TurnHistory()
        let turn = TurnID()
        let publisher = try #require(Source(role: .intent, instance: "a"))
        let asker = try #require(Source(role: .dispatch, instance: "a"))
        #expect(history.ender(of: turn) == nil)
        for program in [publisher, asker] { history.recordEndedElsewhere(turn, by: program) }
        #expect(history.ender(of: turn) == publisher)
        #expect(history.isEndedElsewhere(turn))
        history.recordEndedElsewhere(nil, by: asker)
        #expect(!history.isEndedElsewhere(nil) && !history.isEndedElsewhere(TurnID()))
    }

    @Test("each stage's time is computed from the headers, and old turns are forgotten")
    func timings() {
        let timings = TurnTimings(capacity: 2)
        let turn = TurnID()
        timings.record(header(SpeechEnded.kind, turn: turn, at: 1000))
        timings.record(header(SpeechTranscript.kind, turn: turn, at: 1500))
        #expect(
            timings.spent(on: header(SpeechIntent.kind, turn: turn, at: 1600)) == ["transcribe": 500, "intent": 100])
        timings.record(header(SpeechEnded.kind, turn: turn, at: -4_000_000_000))
        #expect(
            timings.spent(on: header(SpeechIntent.kind, turn: turn, at: 1600)) == ["intent": 100],
            "a time that no turn takes is unknown")
        for _ in 0..<4 { timings.record(header(SpeechEnded.kind, turn: TurnID())) }
        #expect(timings.spent(on: header(SpeechIntent.kind, turn: turn)).isEmpty)
    }
}
