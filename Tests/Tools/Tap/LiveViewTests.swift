import SaybusBus
import SaybusExpectations
import SaybusMessages
import SaybusSupport
import SaybusTesting
import Testing

@testable import SaybusTap

@Suite("Live views")
struct LiveViewTests {
    private func partial(
        _ number: Int, from source: String = "transcribe/one", offset: UInt64? = nil, at: Int64 = 0, run: UInt32 = 1,
        epoch: UInt32 = 1
    ) throws -> RawMessage {
        var message = try Make.message(
            SpeechPartial(text: "a", revision: 0), from: source, run: run, sequence: number, at: Make.at + at)
        message.stamp = Stamp(offset: offset ?? UInt64(number + 1), epoch: epoch, at: Make.at + at + 500)
        return message
    }

    @Test("rates cover the window, by kind and source, with the intervals between messages")
    func rates() throws {
        var view = RatesView(filter: try TapFilter(), window: 10, isJSON: true)
        view.begin(Presence(), in: .after(0))
        // One message every 100 ms for 4 s, the last one 50 ms late.
        for number in 0..<40 {
            _ = view.receive([try partial(number, at: Int64(number) * 100_000 + (number == 39 ? 50_000 : 0))])
        }
        guard case .json(let value)? = view.refresh(in: .after(4_000_000)).first,
            case .array(let streams)? = value["streams"], let stream = streams.first
        else {
            Issue.record("no figures")
            return
        }
        #expect(streams.count == 1)
        #expect(stream["messages"] == 40 && stream["perSecond"] == .number(10))
        #expect(stream["intervalUs"]?["min"] == .number(100_000) && stream["intervalUs"]?["max"] == .number(150_000))
        // After the window the counts are zero, but the stream is still known.
        guard case .json(let later)? = view.refresh(in: .after(60_000_000)).first,
            case .array(let known)? = later["streams"]
        else {
            Issue.record("no figures")
            return
        }
        #expect(known.first?["messages"] == 0 && known.first?["intervalUs"] == nil)
    }

    @Test("a meter's window is bounded, and a clock that is set back yields no interval")
    func meter() {
        var meter = RateMeter(window: 3)
        for second in 0..<100 { meter.record(bytes: 10, clock: Int64(100 - second), now: Int64(second) * 1_000_000) }
        let figures = meter.figures(now: 99_500_000)
        #expect(figures.count == 3 && figures.bytes == 30 && figures.intervals.count == 0)
        meter.record(bytes: 1, clock: .min, now: 100_000_000)
        meter.record(bytes: 1, clock: .max, now: 100_000_000)
        #expect(RateMeter.seconds(window: 3, since: 0, now: 99_500_000) == 2.5)
        #expect(RateMeter.seconds(window: 3, since: 99_000_000, now: 99_500_000) == 0.5)
    }

    @Test("rates do not count messages retained before the start, nor kinds that the filter excludes")
    func ratesLeaveOut() throws {
        var view = RatesView(filter: try TapFilter(kinds: ["speech.*"]), window: 10, isJSON: false)
        view.begin(Presence(), in: .after(1_000_000))
        var old = try partial(0)
        old.header.retain = true
        let other = try Make.message(TurnEnded(outcome: .handled), at: Make.at + 2_000_000)
        _ = view.receive([old, other, try partial(1, at: 2_000_000)])
        let texts = view.end(in: .after(3_000_000)).texts
        #expect(texts.count == 3 && texts[2].contains("speech.partial"))
    }

    @Test("latency is measured for each hop and for each pair of cause and answer")
    func latency() throws {
        var view = LatencyView(session: nil, isJSON: true)
        view.begin(Presence(), in: .after(-10_000_000))
        for _ in 0..<10 { _ = view.receive(try TurnScript.spoken().messages) }
        guard case .json(let value)? = view.end(in: .after(0)).first, case .array(let rows)? = value["latencies"] else {
            Issue.record("no figures")
            return
        }
        func row(_ from: JSONValue, _ to: JSONValue, by: JSONValue) -> JSONValue? {
            rows.first { $0["from"] == from && $0["to"] == to && $0["by"] == by }
        }
        let answer = try #require(row("speech.ended", "speech.transcript", by: "transcribe"))
        #expect(answer["count"] == 10 && answer["maxUs"] == 410_000)
        #expect(row("publish", "broker", by: "intent")?["p50Us"] == 10_000)
        #expect(row("broker", "this tap", by: "broker")?["count"] == 110)
        #expect(row("audio.sequence", "audio.playback", by: "audio")?["count"] == 20)
        #expect(value["belowZero"] == 0)
    }

    @Test("negative times from disagreeing clocks are reported, not averaged")
    func backwards() throws {
        var view = LatencyView(session: nil, isJSON: false)
        var message = try partial(0)
        message.stamp?.at = Make.at - 1
        _ = view.receive([message])
        message.header.at = .min
        message.stamp?.at = .max
        _ = view.receive(.message(message), in: .after(0))
        #expect(view.end(in: .after(0)).texts.contains { $0.contains("the clocks disagree") })
    }

    @Test("a gap is reported at once with the point of loss, counted in the summary at the end, and is a problem")
    func gaps() throws {
        var view = GapsView(filter: try TapFilter(), isJSON: false)
        view.begin(Presence(), in: .after(0))
        // The broker's offsets are contiguous: it never received the lost messages.
        let first = view.receive([try partial(0, offset: 1), try partial(3, offset: 2)]).texts
        #expect(first.count == 1 && first[0].contains("lost 2 speech.partial"))
        #expect(first[0].contains("before the broker"))
        // The broker's offsets have a gap: the tap missed the messages.
        let second = view.receive([try partial(5, offset: 4)]).texts
        #expect(second[0].contains("between the broker and this tap"))
        #expect(view.foundProblem)
        let summary = view.end(in: .after(5_000_000)).texts
        #expect(summary[0].hasPrefix("3 messages lost: of 3 messages in 5 s"))
        #expect(summary[2].contains("transcribe/one"))
    }

    @Test("a restarted publisher, a restarted broker and retained messages do not count as gaps")
    func noGaps() throws {
        var view = GapsView(filter: try TapFilter(), isJSON: true)
        view.begin(Presence(), in: .after(0))
        var retained = try partial(7, from: "dispatch/one", offset: 3, at: -5, epoch: 9)
        retained.header.retain = true
        let messages = [
            try partial(0, offset: 10), try partial(1, offset: 11), try partial(0, offset: 12, at: 10, run: 2),
            retained,
            try partial(1, offset: 1, at: 20, run: 2, epoch: 2), try partial(2, offset: 2, at: 30, run: 2, epoch: 2),
        ]
        #expect(view.receive(messages).isEmpty)
        #expect(!view.foundProblem)
        var huge = try partial(0, run: 2, epoch: 2)
        huge.header.sequence = .max
        huge.stamp?.offset = .max
        #expect(view.receive([huge, huge]).isEmpty, "a number far from the expected one shows no loss")
    }

    @Test("a message whose id came before is no gap, and a gap before it is one")
    func repeated() throws {
        var view = GapsView(filter: try TapFilter(), isJSON: true)
        view.begin(Presence(), in: .after(0))
        _ = view.receive([try partial(0, offset: 10)])
        #expect(view.receiveRepeated(try partial(1, offset: 11), in: .after(1)).isEmpty)
        #expect(view.receive([try partial(2, offset: 12)]).isEmpty)
        #expect(view.receiveRepeated(try partial(4, offset: 13), in: .after(1)).count == 1)
        var printer = MessagePrinter(filter: try TapFilter())
        func lines(_ received: Received) -> [String] {
            printer.entries(for: received, counters: .init()).compactMap { entry in
                if case .gap(let count, _) = entry { "lost \(count)" } else { nil }
            }
        }
        #expect(lines(.message(try partial(0, offset: 1))).isEmpty)
        #expect(lines(.repeated(try partial(1, offset: 2))).isEmpty)
        #expect(lines(.message(try partial(2, offset: 3))).isEmpty)
        #expect(lines(.repeated(try partial(5, offset: 4))) == ["lost 2"])
    }

    @Test("the broker's offsets show the number of messages not received")
    func offsets() throws {
        var tracker = OffsetTracker()
        expectEqual(tracker.record(try partial(0, offset: 100)), 0)
        expectEqual(tracker.record(try partial(0, offset: 101)), 0)
        expectEqual(tracker.record(try partial(0, offset: 104)), 2)
        expectEqual(tracker.record(try partial(0, offset: 50)), 2)
        expectEqual(tracker.record(try partial(0, offset: 1, at: 1000, epoch: 2)), 2)
        expectEqual(tracker.record(try partial(0, offset: 3, at: 1000, epoch: 2)), 3)
    }

    @Test("the graph contains a stage's publications and subscriptions until the stage is gone")
    func graph() throws {
        var graph = BusGraph()
        var status = Make.status(.ready)
        status.publishes = ["speech.intent", "stage.status"]
        status.subscribes = ["speech.transcript"]
        graph.record(status)
        graph.record(try partial(0).header)
        var console = StageStatus(role: .console, instance: "web", state: .ready, pid: 2, uptimeMs: 0)
        console.subscribesToAll = true
        graph.record(console)
        #expect(
            graph.rows(showsAll: false) == [
                .init(kind: "speech.partial", publishers: ["transcribe/one"], subscribers: ["console/web"]),
                .init(kind: "speech.transcript", publishers: [], subscribers: ["intent/one", "console/web"]),
                .init(kind: "speech.intent", publishers: ["intent/one"], subscribers: ["console/web"]),
            ])
        #expect(graph.rows(showsAll: true).count == 4)
        let dot = graph.graphviz(showsAll: false)
        #expect(dot.contains("  \"speech.transcript\" -> \"intent/one\";"))
        #expect(dot.contains("  \"intent/one\" -> \"speech.intent\";"))
        status.state = .lost
        graph.record(status)
        #expect(graph.rows(showsAll: false).map(\.kind) == ["speech.partial"])
    }

    @Test("on a narrow terminal the graph has the publishers and subscribers of a kind below it")
    func narrowGraph() throws {
        var status = Make.status(.ready)
        status.publishes = ["speech.intent"]
        status.subscribes = ["speech.transcript"]
        let message = try Make.message(status, from: "intent/one")
        func lines(_ columns: Int?) -> [String] {
            var view = GraphView(format: .table, isWatching: false, showsAll: false)
            _ = view.receive([message])
            return view.end(in: .after(0, columns: columns)).texts
        }
        #expect(lines(80) == lines(nil) && lines(80).first?.hasPrefix("kind") == true)
        let narrow = [
            "speech.transcript", "  from nobody yet", "  to   intent/one", "speech.intent", "  from intent/one",
            "  to   nobody",
        ]
        #expect(lines(30) == narrow)
    }

    @Test("the table of stages has rates computed from successive statuses, and the age of the newest status")
    func stages() throws {
        var table = StageTable()
        var status = Make.status(.ready, uptimeMs: 1000)
        table.record(status, run: 1, at: 0, receivedAt: 0)
        status.uptimeMs = 3000
        (status.counters.received, status.counters.published) = (100, 10)
        table.record(status, run: 1, at: 0, receivedAt: 2_000_000)
        var row = try #require(table.rows(now: 5_000_000).first)
        #expect(row.receivedPerSecond == 50 && row.publishedPerSecond == 5 && row.age == 3_000_000)
        // A restart counts from zero again.
        status.uptimeMs = 4000
        status.counters.received = 5
        table.record(status, run: 2, at: 0, receivedAt: 5_000_000)
        row = try #require(table.rows(now: 5_000_000).first)
        #expect(row.receivedPerSecond == 50)
        status.uptimeMs = .max
        status.counters.received = .min
        table.record(status, run: 2, at: 0, receivedAt: 5_000_000)
        #expect(table.rows(now: 5_000_000).first?.receivedPerSecond == nil)
        status.state = .stopped
        table.record(status, run: 2, at: 0, receivedAt: 6_000_000)
        #expect(table.rows(now: 7_000_000).count == 1)
        #expect(table.rows(now: 70_000_000).isEmpty)
    }

    @Test("top shows memory, queue and problems, and prints the whole status as JSON")
    func top() throws {
        var status = Make.status(.failed, lost: 3, problem: "no model\u{1B}[2J")
        (status.memoryBytes, status.queued, status.unanswered) = (50 << 20, 7, 1)
        let message = try Make.message(status, from: "intent/one", turn: nil)
        var view = TopView(bus: "ipc:///x", isJSON: false, hasKeys: true)
        view.begin(Presence(), in: .after(0))
        _ = view.receive([message])
        let texts = view.refresh(in: .after(1_000_000)).texts
        #expect(texts[2].contains("intent/one") && texts[2].contains("50 MiB") && texts[2].contains("no model"))
        #expect(texts[0].contains("q ends"))
        #expect(texts.count == 3, "a small screen counts the stages that it leaves out, and nothing else")
        #expect(!texts.joined().unicodeScalars.contains(where: String.isTerminalControl))
        var json = TopView(bus: "ipc:///x", isJSON: true, hasKeys: false)
        _ = json.receive([message])
        guard case .json(let value)? = json.end(in: .after(1_000_000)).first, case .array(let stages)? = value["stages"]
        else {
            Issue.record("no JSON")
            return
        }
        #expect(stages.first?["queued"] == 7 && stages.first?["ageUs"] == 1_000_000)
    }

    @Test("top shows no rates of a stage that is silent, and tells when the broker is")
    func silentBroker() throws {
        var view = TopView(bus: "ipc:///x", isJSON: false, hasKeys: false)
        view.begin(Presence(), in: .after(0))
        for second in 1...2 {
            var status = Make.status(.ready, uptimeMs: 1000 * second)
            status.counters.received = 77 * second
            let at = Int64(second) * 1_000_000
            _ = view.receive(.message(try Make.message(status, from: "intent/one", turn: nil)), in: .after(at))
        }
        let alive = view.refresh(in: .after(5_000_000)).texts
        #expect(alive[0].contains("messages/s") && alive[2].contains(" 77 "), "\(alive)")
        let silent = view.refresh(in: .after(5_000_001)).texts
        #expect(silent[0].contains("the broker is silent") && !silent[0].contains("messages/s"), "\(silent)")
        #expect(silent[0].hasSuffix("silent ipc:///x"), "the address may be cut off, the silence not: \(silent)")
        #expect(!silent[2].contains(" 77 ") && silent[2].contains("–"), "\(silent)")
    }

    @Test("frames are shown as text or as a hexadecimal dump, without control characters")
    func frames() throws {
        let format = FrameFormat(isWhole: false)
        let message = try Make.message(AudioInput(index: 0, isLast: true, samples: (0..<100).map { UInt8($0) }))
        let texts = format.lines(message.frames, wall: Make.at, problem: nil).map(\.text)
        #expect(texts[0].hasSuffix("4 frames, \(message.frames.reduce(0) { $0 + $1.count }) bytes"))
        #expect(texts[1].hasSuffix("audio.input/\(message.header.topic.description.split(separator: "/")[1])/default/"))
        #expect(texts[4] == "    00000000  00 01 02 03 04 05 06 07  08 09 0a 0b 0c 0d 0e 0f  |................|")
        #expect(texts[6].hasSuffix("|  !\"#$%&'()*+,-./|".replacing("|  ", with: "| ")))
        #expect(texts.contains { $0.contains("36 more bytes") })
        let whole = FrameFormat(isWhole: true).lines(message.frames, wall: Make.at, problem: nil)
        #expect(whole.count == texts.count + 2)
        var random = TestSeed.generator()
        for _ in 0..<200 {
            let frames = (0..<Int.random(in: 0..<6, using: &random)).map { _ in
                (0..<Int.random(in: 0..<40, using: &random)).map { _ in UInt8.random(in: 0...255, using: &random) }
            }
            for line in format.lines(frames, wall: 0, problem: MessageError(.topic, "\u{1B}")) {
                #expect(!line.text.unicodeScalars.contains(where: String.isTerminalControl), "\(TestSeed.hint)")
            }
        }
    }

    @Test("a line never exceeds the terminal's width, for any spans")
    func widths() {
        let format = LineFormat(isColored: false)
        let spans: [[Span]] = [
            [.plain("abc"), .plain("def"), .plain("   ")], [.plain("abc   "), .plain("d")], [.plain(""), .plain("")],
            [.plain("日本"), .plain("語"), .plain("x")], [], [.plain("abcdef")],
        ]
        for line in spans {
            for width in 1...20 {
                let text = format.line(line, width: width)
                #expect(text.displayWidth <= width, "\(text) in \(width)")
            }
        }
        #expect(format.line([.plain("abc"), .plain("def"), .plain("   ")], width: 7) == "abc def")
        #expect(format.line([.plain("abc"), .plain("def")], width: 6) == "abc d…")
    }

    @Test("a redrawn screen has at most the terminal's rows, and shows the number of lines left out")
    func picture() {
        let text = FullScreen.text(["a", "b", "c"], rows: 2)
        #expect(text == "\u{1B}[Ha\u{1B}[K\r\n… 2 more\u{1B}[K\u{1B}[J")
        #expect(FullScreen.text(["a"], rows: 2) == "\u{1B}[Ha\u{1B}[K\u{1B}[J")
    }

    /// Frames as the broker forwards them, whose header lacks its time.
    private func unreadable(_ number: Int, offset: UInt64) throws -> MessageError {
        var frames = try partial(number, offset: offset).frames
        frames[1] = Array(String(decoding: frames[1], as: UTF8.self).replacing("\"at\":", with: "\"no\":").utf8)
        return try #require(throws: MessageError.self) { try RawMessage(frames: frames) }
    }

    @Test("messages that cannot be read are unreadable, and not lost")
    func unreadableIsNotLost() throws {
        var view = GapsView(filter: try TapFilter(kinds: ["speech.*"]), isJSON: false)
        view.begin(Presence(), in: .after(0))
        _ = view.receive([try partial(0, offset: 1)])
        #expect(view.receive(.malformed(try unreadable(1, offset: 2)), in: .after(1)).isEmpty)
        #expect(view.receive([try partial(2, offset: 3)]).isEmpty)
        #expect(!view.foundProblem)
        #expect(view.receive(.malformed(try unreadable(3, offset: 4)), in: .after(1)).isEmpty)
        let line = view.receive([try partial(6, offset: 5)]).texts
        #expect(line.count == 1 && line[0].contains("lost 2 speech.partial") && line[0].contains("before the broker"))
        #expect(view.end(in: .after(2)).texts[0].contains("unreadable 2"))
    }
}
