import SaybusBus
import SaybusExpectations
import SaybusMessages
import Testing

@testable import SaybusTap

@Suite("Watching")
struct WatchTests {
    @Test("of a stage's beats only those are shown that bring news")
    func statuses() throws {
        var echo = MessagePrinter(filter: try TapFilter())
        let beats = [
            Make.status(.ready), Make.status(.ready, uptimeMs: 2000), Make.status(.ready, lost: 2, uptimeMs: 3000),
            Make.status(.ready, lost: 2, uptimeMs: 4000), Make.status(.ready, lost: 2, problem: "hot", uptimeMs: 5000),
            Make.status(.draining, lost: 2, problem: "hot", uptimeMs: 6000),
        ]
        let messages = try beats.enumerated().map {
            try Make.message($1, from: "intent/one", turn: nil, sequence: $0)
        }
        #expect(
            Make.lines(&echo, messages) == [
                "ready up 1 s", "ready lost 2 (+2) up 3 s", "ready hot lost 2 up 5 s", "draining hot lost 2 up 6 s",
            ])
    }

    @Test("all of a stage's beats are shown to those who want them")
    func everyStatus() throws {
        var echo = MessagePrinter(filter: try TapFilter(), everyStatus: true)
        let messages = try (0..<3).map {
            try Make.message(Make.status(.ready), from: "intent/one", turn: nil, sequence: $0)
        }
        #expect(Make.lines(&echo, messages).count == 3)
    }

    @Test("a restarted stage and one that the broker has given up are news")
    func restarted() throws {
        var watch = StatusWatch()
        let first = try Make.message(Make.status(.ready, lost: 5), from: "intent/one", turn: nil)
        let again = try Make.message(Make.status(.ready), from: "intent/one", turn: nil, run: 2)
        let lost = try Make.message(Make.status(.lost), from: "broker/broker", turn: nil)
        expectEqual(watch.note(Make.status(.ready, lost: 5), first.header), .first)
        expectEqual(watch.note(Make.status(.ready), again.header), .first)
        expectEqual(watch.note(Make.status(.lost), lost.header), .changed(since: Make.status(.ready)))
        expectEqual(watch.note(Make.status(.lost), lost.header), .nothingNew)
    }

    private func chunk(_ index: Int, last: Bool = false, turn: TurnID? = Make.turn) throws -> RawMessage {
        // 10 ms of a square wave at half of full scale: -6 dB.
        let samples = (0..<160).flatMap { _ in [0, 0x40] as [UInt8] }
        return try Make.message(
            AudioInput(index: index, isLast: last, samples: samples), from: "listen/one", turn: turn, sequence: index)
    }

    @Test("a turn's sound is two lines, with what was missing")
    func sound() throws {
        var echo = MessagePrinter(filter: try TapFilter())
        let messages = try (0..<40).map { try chunk($0) } + [chunk(40, last: true)]
        #expect(Make.lines(&echo, messages) == ["begins: 16000 Hz mono", "ends: 41 chunks, 410 ms, -6 dB"])
        let holed = try [0, 1, 2, 6, 7].map { try chunk($0, last: $0 == 7, turn: TurnID()) }
        var watch = AudioWatch()
        var said: [String] = []
        for message in holed {
            let body = try message.decode(AudioInput.self).body
            let header = try chunk(0).header
            let spans = watch.note(
                header, index: body.index, isLast: body.isLast, format: body.format, samples: body.samples)
            if let spans { said.append(spans.text) }
        }
        #expect(said == ["begins: 16000 Hz mono", "ends: 5 chunks, 50 ms, -6 dB 3 chunks missing"])
    }

    @Test("all chunks of sound are shown to those who want them, also of a stream whose beginning was missed")
    func everyChunk() throws {
        var echo = MessagePrinter(filter: try TapFilter(), everyChunk: true)
        #expect(Make.lines(&echo, try (0..<5).map { try chunk($0) }).count == 5)
        var late = MessagePrinter(filter: try TapFilter())
        #expect(Make.lines(&late, [try chunk(7)]) == ["begins: 16000 Hz mono with chunk 7"])
    }

    @Test("chunk numbers at the end of all numbers do no harm")
    func hugeIndex() throws {
        var echo = MessagePrinter(filter: try TapFilter())
        let messages = try [0, Int.max, Int.max].map { try chunk($0) }
        #expect(!Make.lines(&echo, messages).isEmpty)
    }

    @Test("holes in a publisher's numbers are told, also when only one kind is looked at")
    func gaps() throws {
        var echo = MessagePrinter(filter: try TapFilter(kinds: ["speech.*"]))
        let messages = try [0, 1, 5].map {
            try Make.message(SpeechPartial(text: "a", revision: $0), sequence: $0)
        }
        #expect(Make.lines(&echo, messages) == ["\"a …\"", "\"a …\"", "lost 3 speech.partial", "\"a …\""])
        var other = MessagePrinter(filter: try TapFilter(kinds: ["audio.*"]))
        #expect(Make.lines(&other, messages).isEmpty)
    }

    @Test("what the tap itself left out is told")
    func leftOut() throws {
        var echo = MessagePrinter(filter: try TapFilter())
        var counters = StageStatus.Counters()
        counters.dropped = 7
        let message = try Make.message(SpeechPartial(text: "a", revision: 0))
        let entries = echo.take(.message(message), counters: counters)
        guard case .leftOut(7) = entries.first else {
            Issue.record("\(entries)")
            return
        }
        #expect(echo.take(.message(message), counters: counters).count == 1)
    }

    @Test("a retained message that the broker hands out again is shown once")
    func retainedAgain() throws {
        var echo = MessagePrinter(filter: try TapFilter())
        var catalog = try Make.message(Catalog(app: "mail", commands: []), from: "dispatch/one", turn: nil)
        catalog.header.retain = true
        #expect(Make.lines(&echo, [catalog, catalog]) == ["mail has gone"])
    }

    @Test("barriers are shown to nobody who does not ask")
    func barriers() throws {
        let barrier = try Make.message(Barrier(attempt: 0), turn: nil)
        var echo = MessagePrinter(filter: try TapFilter())
        #expect(Make.lines(&echo, [barrier]).isEmpty)
        var asking = MessagePrinter(filter: try TapFilter(kinds: ["barrier"]))
        #expect(Make.lines(&asking, [barrier]) == ["try 0"])
    }

    @Test("the time since a turn's first message counts from the first that came, shown or not")
    func turnClock() throws {
        var echo = MessagePrinter(filter: try TapFilter(kinds: ["speech.partial"]))
        _ = echo.take(.message(try Make.message(SpeechStarted(positionMs: 0))), counters: .init())
        let later = try Make.message(SpeechPartial(text: "a", revision: 0), at: Make.at + 123_456)
        guard case .message(let shown)? = echo.take(.message(later), counters: .init()).first else {
            Issue.record("nothing shown")
            return
        }
        #expect(shown.sinceTurn == 123_456)
        var clock = TurnStartTimes()
        _ = clock.note(try Make.message(SpeechStarted(positionMs: 0), at: .min).header)
        expectEqual(clock.note(try Make.message(SpeechStarted(positionMs: 0), at: .max).header), nil)
    }

    @Test("what was not written for longest is forgotten first, and never is there more than twice the capacity")
    func recentMap() {
        var map = RecentMap<Int, Int>(capacity: 10)
        for number in 0..<1000 { map[number] = number }
        #expect((0..<1000).count { map[$0] != nil } <= 20)
        #expect(map[999] == 999)
        map[999] = nil
        #expect(map[999] == nil)
    }
}
