import Foundation
import SaybusMessages
import Testing

@testable import SaybusTap

@Suite("Differences between two recordings")
struct DiffTests {
    private static func turn(
        _ text: String, minutes: Double = 10, outcome: TurnEnded.Outcome = .handled, replays: TurnID? = nil,
        id: TurnID = TurnID(), afterMs: Int64 = 5, session: Session = .default
    ) throws -> RecordedTurn {
        let parameters = ["minutes": Parameter(value: .number(minutes), words: "\(minutes)", type: "Number")]
        var record: RecordedTurn?
        func add(_ body: some BusMessage, _ ms: Int64) throws {
            var message = try Make.message(body, session: session, turn: id, at: Make.at + ms * 1000)
            message.header.replays = replays
            message.stamp = Stamp(offset: 1, epoch: 1, at: message.header.at)
            let stored = StoredMessage(
                recording: 1, received: 0, fate: .delivered, message: message, withAudio: true)
            if record == nil { record = RecordedTurn(stored, turn: id) }
            record?.add(stored)
        }
        try add(SpeechEnded(durationMs: 1, reason: .silence, chunks: 1), 0)
        try add(SpeechTranscript(text: text, engine: "one"), afterMs)
        try add(
            SpeechIntent(
                text: text, hypotheses: [.init(app: "k", type: "Timer", confidence: 1, parameters: parameters)],
                engine: "p"),
            afterMs + 1)
        try add(
            CommandInvoked(app: "k", type: "Timer", parameters: parameters, confidence: 1, text: text), afterMs + 2)
        try add(TurnEnded(outcome: outcome), afterMs + 10)
        return try #require(record)
    }

    @Test("a turn of which only the end was recorded had ended before")
    func older() throws {
        let turn = TurnID()
        var message = try Make.message(TurnEnded(outcome: .handled), turn: turn, at: Make.at)
        message.stamp = Stamp(offset: 1, epoch: 1, at: message.header.at)
        let stored = StoredMessage(recording: 1, received: 0, fate: .delivered, message: message, withAudio: true)
        var record = RecordedTurn(stored, turn: turn)
        record.add(stored)
        #expect(record.hasEndOnly)
        #expect(try !Self.turn("ten").hasEndOnly)
    }

    @Test("turns that differ only in their times are equal")
    func alike() throws {
        let diff = RecordingDiff(old: [try Self.turn("ten", afterMs: 5)], new: [try Self.turn("ten", afterMs: 90)])
        #expect(!diff.isDifferent)
        let transcript = try #require(diff.latencies.first { $0.step == .transcript })
        #expect(transcript.old?.p50 == 5000 && transcript.new?.worst == 90_000)
        #expect(diff.latencies.first { $0.step == .sound }?.old == nil)
    }

    @Test("a text counts beside a reason for its absence")
    func textBesideEmpty() throws {
        func transcript(_ text: String) throws -> String {
            let body = SpeechTranscript(text: text, engine: "one", empty: .silence)
            let stored = StoredMessage(
                recording: 1, received: 0, fate: .delivered,
                message: try Make.message(body, turn: TurnID(), at: Make.at),
                withAudio: true)
            var record = RecordedTurn(stored, turn: try #require(stored.message.header.turn))
            record.add(stored)
            return TurnDifference.text(.transcript, record)
        }
        #expect(try transcript("ten") == "\"ten\"")
        #expect(try transcript("") == "nothing (silence)")
    }

    @Test("transcript, intent, commands and outcome are compared, parameters included")
    func different() throws {
        let old = try Self.turn("ten minutes")
        let new = try Self.turn("two minutes", minutes: 2, outcome: .failed)
        let changes = TurnDifference(old, new).changes
        #expect(changes.map(\.aspect) == [.transcript, .intent, .commands, .outcome])
        #expect(changes[1].old == "k: Timer(minutes=10)" && changes[1].new == "k: Timer(minutes=2)")
        let text = DiffText(diff: RecordingDiff(old: [old], new: [new]), old: "a.db", new: "b.db").lines
        #expect(text.contains { $0.contains("\"ten minutes\" → \"two minutes\"") }, "\(text)")
        #expect(
            text.contains { $0.hasPrefix("1 turn compared, 1 differ (transcript 1, intent 1, commands 1, outcome 1)") })
    }

    @Test(
        "a replayed turn is paired with its original in any order, other turns by their order in the session"
    )
    func pairing() throws {
        let old = try ["a", "b", "c"].map { try Self.turn($0) }
        let shuffled = try [old[2], old[0], old[1]].map { try Self.turn($0.transcript!.text, replays: $0.turn) }
        #expect(!RecordingDiff(old: old, new: shuffled).isDifferent)
        #expect(!RecordingDiff(old: shuffled, new: old).isDifferent)
        // Two replays of one recording are compared with each other.
        let again = try old.map { try Self.turn($0.transcript!.text, replays: $0.turn) }
        #expect(!RecordingDiff(old: shuffled, new: again).isDifferent)
        let hall = try #require(Session(rawValue: "hall"))
        let mixed = try [Self.turn("h", session: hall), Self.turn("a"), Self.turn("b")]
        let others = try [Self.turn("a"), Self.turn("b"), Self.turn("h", session: hall)]
        #expect(!RecordingDiff(old: mixed, new: others).isDifferent)
    }

    @Test("recordings differ if one lacks a turn of the other")
    func missing() throws {
        let turns = try ["a", "b"].map { try Self.turn($0) }
        let diff = RecordingDiff(old: turns, new: [turns[0]])
        #expect(diff.isDifferent && diff.onlyOld.count == 1 && diff.onlyNew.isEmpty)
        #expect(RecordingDiff(old: [], new: turns).onlyNew.count == 2)
        let replayed = try Self.turn("a", replays: TurnID())
        #expect(RecordingDiff(old: [turns[0]], new: [replayed]).compared.isEmpty)
    }

    @Test("percentiles are values that occurred, and the worst value names its turn")
    func percentiles() throws {
        let turns = try (1...200).map { try Self.turn("a", afterMs: Int64($0)) }
        let latency = LatencyChange(.transcript, old: turns, new: [])
        let figures = try #require(latency.old)
        #expect((figures.p50, figures.p99, figures.worst, figures.count) == (100_000, 198_000, 200_000, 200))
        #expect(figures.worstTurn == turns[199].turn && latency.new == nil)
    }
}
