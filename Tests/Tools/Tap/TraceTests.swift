import Foundation
import SaybusBus
import SaybusMessages
import SaybusSupport
import SaybusTesting
import Testing

@testable import SaybusTap

@Suite("Trace of a turn")
struct TraceTests {
    private func traced(_ messages: [RawMessage]) throws -> TracedTurn {
        var turn = TracedTurn(turn: TurnID(), session: .default)
        for message in messages { turn.add(message) }
        return turn
    }

    private func waterfall(_ messages: [RawMessage]) throws -> Waterfall {
        try #require(Waterfall(try traced(messages)))
    }

    @Test("a spoken turn counts from the end of speech to the first sound, and the parts on the critical path add up")
    func spoken() throws {
        let waterfall = try waterfall(try TurnScript.spoken().messages)
        #expect(waterfall.first.kind == SpeechEnded.kind && waterfall.startsAtInput)
        #expect(waterfall.last.detail == "started" && waterfall.endsWithSound)
        #expect(waterfall.total == 500_000)
        #expect(waterfall.spent.map(\.stage) == ["bus", "transcribe", "intent", "dispatch", "audio"])
        #expect(waterfall.spent.map(\.microseconds) == [40_000, 400_000, 10_000, 10_000, 40_000])
        #expect(waterfall.spent.map(\.microseconds).reduce(0, +) == waterfall.total)
        #expect(waterfall.dominant?.stage == "transcribe")
        #expect(
            waterfall.rows.map(\.step.kind.rawValue) == [
                "speech.ended", "speech.transcript", "speech.intent", "command.invoked", "audio.sequence",
                "audio.playback",
            ])
        #expect(waterfall.rows.map(\.isCritical) == [true, true, true, false, true, true])
    }

    @Test("a typed turn counts from its transcript, and without a sound to its end")
    func typed() throws {
        var script = TurnScript()
        let text = try script.add(SpeechTranscript(text: "blue", engine: "text"), from: "ask/one", at: 0, stamped: 100)
        let intent = try script.add(
            SpeechIntent(text: "blue", hypotheses: [], engine: "test"), from: "intent/one", at: 1100, stamped: 1200,
            causes: [text])
        try script.add(TurnEnded(outcome: .notUnderstood), from: "dispatch/one", at: 5200, causes: [intent])
        let waterfall = try waterfall(script.messages)
        #expect(waterfall.total == 5200 && !waterfall.endsWithSound && waterfall.startsAtInput)
        #expect(waterfall.dominant?.stage == "dispatch")
    }

    @Test(
        "a turn without its beginning, with disagreeing clocks or with cyclic causes is still shown"
    )
    func inconsistent() throws {
        let late = try waterfall(Array(try TurnScript.spoken().messages.dropFirst(5)))
        #expect(!late.startsAtInput && late.endsWithSound)
        var script = TurnScript()
        let first = MessageID()
        let second = try script.add(SpeechPartial(text: "a", revision: 0), from: "a/b", at: .max / 4, causes: [first])
        try script.add(TurnEnded(outcome: .handled), from: "c/d", at: -5, stamped: -10, causes: [second, MessageID()])
        var messages = script.messages
        messages[0].header.causes = [messages[1].header.id]
        messages[0].header.at = .max
        messages[1].header.at = .min
        let circle = try waterfall(messages)
        for columns in [nil, 1, 20, 200] {
            #expect(!WaterfallFormat(budget: 1).lines(circle, columns: columns).isEmpty)
        }
        _ = WaterfallFormat(budget: 1).json(circle)
        var chrome = ChromeTrace()
        #expect(!chrome.events(circle).isEmpty)
        #expect(Waterfall(TracedTurn(turn: TurnID(), session: .default)) == nil)
    }

    @Test("a sum of extreme times saturates at the greatest number")
    func overflow() throws {
        let far = Int64.max / 2
        var script = TurnScript()
        let text = try script.add(SpeechTranscript(text: "a", engine: "text"), from: "ask/one", at: -far)
        let intent = try script.add(
            SpeechIntent(text: "a", hypotheses: [], engine: "test"), from: "x/one", at: far - Make.at * 2,
            stamped: -far, causes: [text])
        try script.add(TurnEnded(outcome: .handled), from: "x/one", at: far - Make.at * 2, causes: [intent])
        let spent = try waterfall(script.messages).spent
        #expect(spent.first { $0.stage == "x" }?.microseconds == .max)
    }

    @Test("a part that is longer than the whole, by the times of foreign messages, is shown as all of it")
    func extremeShare() throws {
        var script = TurnScript()
        let text = try script.add(SpeechTranscript(text: "a", engine: "text"), from: "ask/one", at: 0)
        let intent = try script.add(
            SpeechIntent(text: "a", hypotheses: [], engine: "test"), from: "x/one", at: .max - Make.at,
            stamped: 0, causes: [text])
        try script.add(TurnEnded(outcome: .handled), from: "dispatch/one", at: 5, causes: [intent])
        let waterfall = try waterfall(script.messages)
        #expect(waterfall.total == 5)
        let lines = WaterfallFormat(budget: nil).lines(waterfall, columns: 100).map(\.text)
        #expect(lines.contains { $0.contains("(100 %) dominates") })
    }

    @Test("a turn that nobody has answered says so")
    func unanswered() throws {
        var script = TurnScript()
        try script.add(SpeechEnded(durationMs: 900, reason: .silence, chunks: 1), from: "listen/one", at: 0)
        let lines = WaterfallFormat(budget: nil).lines(try waterfall(script.messages), columns: 100).map(\.text)
        #expect(lines.contains("nothing has answered speech.ended"), "\(lines)")
    }

    @Test("the waterfall shows transcript and command, each step with its times, and the dominant stage")
    func readable() throws {
        let lines = WaterfallFormat(budget: nil).lines(try waterfall(try TurnScript.spoken().messages), columns: 100)
        let texts = lines.map(\.text)
        #expect(texts[0].hasSuffix("\"set a timer\" → SetTimer() handled"))
        #expect(texts[3].contains("speech.transcript"))
        #expect(texts[3].contains("+410 ms") && texts[3].contains(" 400 ms") && texts[3].contains(" 10 ms"))
        #expect(texts[3].hasPrefix("*") && texts[5].hasPrefix(" "))
        #expect(
            texts[8].hasPrefix(
                "first sound 500 ms after the end of speech: transcribe 400 ms (80 %) dominates; bus 40 ms"))
        for text in texts { #expect(text.displayWidth <= 100 || text.hasPrefix("first sound"), "\(text)") }
        // The recognizer's bar is the longest.
        let blocks = texts[2...7].map { $0.count { $0 == "█" } }
        #expect(blocks.max() == blocks[1] && blocks[1] > 20)
    }

    @Test("control characters in a turn's texts are replaced")
    func controls() throws {
        var script = TurnScript()
        let text = try script.add(
            SpeechTranscript(text: "\u{1B}[2J\n", engine: "\u{9B}"), from: "ask/one", at: 0)
        try script.add(
            TurnEnded(outcome: .failed, reason: "\u{1B}]0;x\u{07}"), from: "dispatch/one", at: 10, causes: [text])
        for line in WaterfallFormat(budget: nil).lines(try waterfall(script.messages), columns: 80) {
            #expect(!line.text.unicodeScalars.contains(where: String.isTerminalControl))
        }
    }

    @Test("a turn over its budget is marked and counts as a problem, a turn within it does not")
    func budget() throws {
        for (budget, isOver) in [(499_999, true), (500_000, false)] {
            var view = TraceView(.every, budget: budget)
            let texts = view.receive(try TurnScript.spoken().messages).texts
            #expect(texts.contains { $0.contains("over the budget of 500 ms") } == isOver)
            #expect(view.foundProblem == isOver)
            #expect(!view.isComplete)
        }
    }

    @Test("concurrent turns are kept apart, and each is shown once, when it ends")
    func several() throws {
        let scripts = [try TurnScript.spoken(), try TurnScript.spoken()]
        var view = TraceView(.every)
        let mixed = zip(scripts[0].messages, scripts[1].messages).flatMap { [$0, $1] }
        let heads = view.receive(mixed + mixed).texts.filter { $0.contains("turn ") }
        #expect(heads.count == 2)
    }

    @Test(
        "the requested turn ends the trace; a missing turn is reported, an unfinished one is shown in part"
    )
    func one() throws {
        let script = try TurnScript.spoken()
        let filter = try TapFilter(turn: script.turn.short)
        var view = TraceView(.one(filter))
        #expect(view.receive(try TurnScript.spoken().messages).isEmpty)
        #expect(view.failureReason != nil && !view.isComplete)
        #expect(!view.receive(script.messages).isEmpty)
        #expect(view.isComplete && view.failureReason == nil)
        var half = TraceView(.one(filter))
        #expect(half.receive(Array(script.messages.dropLast())).isEmpty)
        #expect(half.end(in: .after(0)).texts.first?.contains("has not ended") == true)
        var next = TraceView(.next)
        #expect(!next.receive(script.messages).isEmpty)
        #expect(next.isComplete)
    }

    @Test("the end of a turn alone, as when it is repeated, is no turn")
    func endAlone() throws {
        var view = TraceView(.every)
        let messages = try TurnScript.spoken().messages
        let end = try #require(messages.last)
        #expect(end.header.kind == TurnEnded.kind)
        #expect(view.receive([end, end]).isEmpty)
        #expect(view.refresh(in: .after(80_000_000)).isEmpty)
        #expect(!view.receive(try TurnScript.spoken().messages).isEmpty, "another turn is shown")
    }

    @Test("a turn without further messages is given up after a minute")
    func silent() throws {
        var view = TraceView(.every, budget: 1_000_000)
        _ = view.receive(Array(try TurnScript.spoken().messages.dropLast()))
        #expect(view.refresh(in: .after(50_000_000)).isEmpty)
        #expect(view.refresh(in: .after(80_000_000)).texts.first?.contains("has not ended") == true)
        #expect(view.foundProblem)
    }

    @Test("memory for audio chunks and partial results is bounded, without losing the rest of the turn")
    func bounded() throws {
        var script = TurnScript()
        for index in 0..<2000 {
            try script.add(
                AudioInput(index: index, isLast: false, samples: [0, 0]), from: "listen/one", at: Int64(index) - 5000)
        }
        for index in 0..<100 {
            try script.add(SpeechPartial(text: "a", revision: index), from: "transcribe/one", at: Int64(index) - 200)
        }
        try script.add(
            SpeechEnded(durationMs: 900, reason: .silence, chunks: 2000), from: "listen/one", at: 0)
        let turn = try traced(script.messages)
        #expect(turn.chunks == 2000 && turn.steps.count == 103 && turn.omitted == 0)
        #expect(turn.steps.last?.kind == SpeechEnded.kind)
    }

    @Test(
        "the Chrome trace has a slice for each step, without overlaps within a thread, and arrows between them"
    )
    func chrome() throws {
        var chrome = ChromeTrace()
        var events: [JSONValue] = []
        for _ in 0..<3 {
            events += chrome.events(try waterfall(try TurnScript.spoken().messages))
        }
        let slices = events.filter { $0["ph"] == "X" }
        #expect(slices.count == 3 * 7)
        var threads: [Int64: [(Int64, Int64)]] = [:]
        for slice in slices {
            guard case .integer(let begin)? = slice["ts"], case .integer(let length)? = slice["dur"],
                case .integer(let thread)? = slice["tid"]
            else {
                Issue.record("\(slice)")
                continue
            }
            for (otherBegin, otherEnd) in threads[thread] ?? [] {
                let end = begin + length
                #expect(
                    end <= otherBegin || otherEnd <= begin || (begin <= otherBegin && otherEnd <= end)
                        || (otherBegin <= begin && end <= otherEnd))
            }
            threads[thread, default: []].append((begin, begin + length))
        }
        #expect(events.count { $0["ph"] == "s" } == 3 * 5)
        #expect(events.count { $0["ph"] == "f" } == 3 * 5)
        let names = events.filter { $0["name"] == "thread_name" }.compactMap { $0["args"]?["name"] }
        #expect(Set(names.map { "\($0)" }).count == names.count)
        // Each thread name precedes the slices of its thread.
        var named: Set<Int64> = []
        for event in events {
            guard case .integer(let thread)? = event["tid"] else { continue }
            if event["name"] == "thread_name" { named.insert(thread) }
            if event["ph"] == "X" { #expect(named.contains(thread)) }
        }
    }

    @Test("the file of a Chrome trace is readable by its owner only, since it has the words of the turns")
    func privateFile() throws {
        let folder = try TemporaryFolder()
        try EventFile(folder.path("trace.json")).finish()
        let attributes = try FileManager.default.attributesOfItem(atPath: folder.path("trace.json"))
        #expect(attributes[.posixPermissions] as? Int == 0o600)
    }

    @Test("elements that several tasks write to a Chrome trace at once make one array")
    func concurrentEvents() async throws {
        let folder = try TemporaryFolder()
        let path = folder.path("trace.json")
        // Only the first element of a file has no comma, so many files are needed for it to be overtaken.
        for _ in 0..<50 {
            let file = try EventFile(path)
            try await withThrowingTaskGroup(of: Void.self) { group in
                for number in 0..<20 { group.addTask { try file.write(["number": .integer(Int64(number))]) } }
                try await group.waitForAll()
            }
            try file.finish()
            let text = try String(contentsOfFile: path, encoding: .utf8)
            guard case .array(let events) = try JSONValue(parsing: Array(text.utf8)) else {
                Issue.record("no array: \(text.prefix(80))")
                return
            }
            #expect(events.count == 20)
        }
    }
}
