import SaybusBus
import SaybusExpectations
import SaybusMessages
import Testing

@testable import SaybusTap

@Suite("Selection and summary of messages")
struct WatchTests {
    @Test("a stage's status is printed only when it has changed")
    func statuses() throws {
        var printer = MessagePrinter(filter: try TapFilter())
        let beats = [
            Make.status(.ready), Make.status(.ready, uptimeMs: 2000), Make.status(.ready, lost: 2, uptimeMs: 3000),
            Make.status(.ready, lost: 2, uptimeMs: 4000), Make.status(.ready, lost: 2, problem: "hot", uptimeMs: 5000),
            Make.status(.draining, lost: 2, problem: "hot", uptimeMs: 6000),
        ]
        let messages = try beats.enumerated().map {
            try Make.message($1, from: "intent/one", turn: nil, sequence: $0)
        }
        #expect(
            Make.lines(&printer, messages) == [
                "ready up 1 s", "ready lost 2 (+2) up 3 s", "ready hot lost 2 up 5 s", "draining hot lost 2 up 6 s",
            ])
    }

    @Test("every status of a stage is printed on request")
    func everyStatus() throws {
        var printer = MessagePrinter(filter: try TapFilter(), everyStatus: true)
        let messages = try (0..<3).map {
            try Make.message(Make.status(.ready), from: "intent/one", turn: nil, sequence: $0)
        }
        #expect(Make.lines(&printer, messages).count == 3)
    }

    @Test("the first status of a restarted stage and the status of a lost stage count as changes")
    func restarted() throws {
        var detector = StatusChangeDetector()
        let first = try Make.message(Make.status(.ready, lost: 5), from: "intent/one", turn: nil)
        let again = try Make.message(Make.status(.ready), from: "intent/one", turn: nil, run: 2)
        let lost = try Make.message(Make.status(.lost), from: "broker/broker", turn: nil)
        expectEqual(detector.classify(Make.status(.ready, lost: 5), first.header), .first)
        expectEqual(detector.classify(Make.status(.ready), again.header), .first)
        expectEqual(detector.classify(Make.status(.lost), lost.header), .changed(since: Make.status(.ready)))
        expectEqual(detector.classify(Make.status(.lost), lost.header), .unchanged)
    }

    private func chunk(_ index: Int, last: Bool = false, turn: TurnID? = Make.turn) throws -> RawMessage {
        // 10 ms of a square wave at half of full scale: -6 dB.
        let samples = (0..<160).flatMap { _ in [0, 0x40] as [UInt8] }
        return try Make.message(
            AudioInput(index: index, isLast: last, samples: samples), from: "listen/one", turn: turn, sequence: index)
    }

    @Test("a turn's audio is summarized in two lines, with the number of missing chunks")
    func sound() throws {
        var printer = MessagePrinter(filter: try TapFilter())
        let messages = try (0..<40).map { try chunk($0) } + [chunk(40, last: true)]
        #expect(Make.lines(&printer, messages) == ["begins: 16000 Hz mono", "ends: 41 chunks, 410 ms, -6 dB"])
        let holed = try [0, 1, 2, 6, 7].map { try chunk($0, last: $0 == 7, turn: TurnID()) }
        var summarizer = AudioStreamSummarizer()
        var said: [String] = []
        for message in holed {
            let body = try message.decode(AudioInput.self).body
            let header = try chunk(0).header
            let spans = summarizer.summarize(
                header, index: body.index, isLast: body.isLast, format: body.format, samples: body.samples)
            if let spans { said.append(spans.text) }
        }
        #expect(said == ["begins: 16000 Hz mono", "ends: 5 chunks, 50 ms, -6 dB 3 chunks missing"])
    }

    @Test("every audio chunk is printed on request, and a stream whose beginning was missed starts with a warning")
    func everyChunk() throws {
        var printer = MessagePrinter(filter: try TapFilter(), everyChunk: true)
        #expect(Make.lines(&printer, try (0..<5).map { try chunk($0) }).count == 5)
        var late = MessagePrinter(filter: try TapFilter())
        #expect(Make.lines(&late, [try chunk(7)]) == ["begins: 16000 Hz mono with chunk 7"])
    }

    @Test("chunk numbers up to the greatest integer do not overflow")
    func hugeIndex() throws {
        var printer = MessagePrinter(filter: try TapFilter())
        let messages = try [0, Int.max, Int.max].map { try chunk($0) }
        #expect(!Make.lines(&printer, messages).isEmpty)
    }

    @Test("gaps in a publisher's sequence numbers are reported, but only for kinds that the filter admits")
    func gaps() throws {
        var printer = MessagePrinter(filter: try TapFilter(kinds: ["speech.*"]))
        let messages = try [0, 1, 5].map {
            try Make.message(SpeechPartial(text: "a", revision: $0), sequence: $0)
        }
        #expect(Make.lines(&printer, messages) == ["\"a …\"", "\"a …\"", "lost 3 speech.partial", "\"a …\""])
        var other = MessagePrinter(filter: try TapFilter(kinds: ["audio.*"]))
        #expect(Make.lines(&other, messages).isEmpty)
    }

    @Test("messages that the tap itself dropped are reported")
    func leftOut() throws {
        var printer = MessagePrinter(filter: try TapFilter())
        var counters = StageStatus.Counters()
        counters.dropped = 7
        let message = try Make.message(SpeechPartial(text: "a", revision: 0))
        let entries = printer.entries(for: .message(message), counters: counters)
        guard case .leftOut(7) = entries.first else {
            Issue.record("\(entries)")
            return
        }
        #expect(printer.entries(for: .message(message), counters: counters).count == 1)
    }

    @Test("a retained message that the broker sends again is printed once")
    func retainedAgain() throws {
        var printer = MessagePrinter(filter: try TapFilter())
        var catalog = try Make.message(Catalog(app: "mail", commands: []), from: "dispatch/one", turn: nil)
        catalog.header.retain = true
        #expect(Make.lines(&printer, [catalog, catalog]) == ["mail has gone"])
    }

    @Test("barriers are printed only on request")
    func barriers() throws {
        let barrier = try Make.message(Barrier(attempt: 0), turn: nil)
        var printer = MessagePrinter(filter: try TapFilter())
        #expect(Make.lines(&printer, [barrier]).isEmpty)
        var asking = MessagePrinter(filter: try TapFilter(kinds: ["barrier"]))
        #expect(Make.lines(&asking, [barrier]) == ["try 0"])
    }

    @Test("the time in a turn counts from its first received message, printed or not")
    func turnClock() throws {
        var printer = MessagePrinter(filter: try TapFilter(kinds: ["speech.partial"]))
        _ = printer.entries(for: .message(try Make.message(SpeechStarted(positionMs: 0))), counters: .init())
        let later = try Make.message(SpeechPartial(text: "a", revision: 0), at: Make.at + 123_456)
        guard case .message(let shown)? = printer.entries(for: .message(later), counters: .init()).first else {
            Issue.record("nothing shown")
            return
        }
        #expect(shown.sinceTurn == 123_456)
        var startTimes = TurnStartTimes()
        _ = startTimes.elapsed(for: try Make.message(SpeechStarted(positionMs: 0), at: .min).header, steady: nil)
        expectEqual(
            startTimes.elapsed(for: try Make.message(SpeechStarted(positionMs: 0), at: .max).header, steady: nil), nil)
    }

    @Test("the times in a turn whose messages have waited to be read are those in the messages")
    func readLate() throws {
        var printer = MessagePrinter(filter: try TapFilter(kinds: ["speech.*"]))
        let times: [Int64] = [0, 2_500_000, 9_000_000]
        var shown: [Int64] = []
        for (number, time) in times.enumerated() {
            let message = try Make.message(
                SpeechPartial(text: "a", revision: number), sequence: number, at: Make.at + time)
            let entries = printer.entries(
                for: .message(message), counters: .init(), now: Make.at + 10_000_000, steady: 30_000_000)
            for case .message(let entry) in entries { shown.append(entry.sinceTurn ?? -1) }
        }
        #expect(shown == times)
    }
}
