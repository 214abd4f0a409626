import Glibc
import SaybusBus
import SaybusMessages
import SaybusSupport
import SaybusTerminal
import SaybusTesting
import Testing

@testable import SaybusOperations

@Suite("saybus talk")
struct TalkTests {
    @Test("lines are said, a number chooses the option of the open question, and failures do not end the conversation")
    func conversation() async throws {
        let test = try TestBus()
        let stages = [try await StageDouble.intent(on: test), try await StageDouble.dispatch(on: test)]
        let asker = try test.connect(.dispatch, instance: "asker")
        let intents = asker.subscribe(SpeechTranscript.self)
        try await asker.ready()
        let shown = Watched("")
        let output = TextOutput { text in shown.change { $0 += text } }
        let lines = Watched(["next", "2", ""])
        try await Talk(at: test.address, wait: .seconds(20)).run(output: output) {
            let line = lines.change { $0.isEmpty ? nil : $0.removeFirst() }
            guard line == "2" else { return line }
            // The question must have been printed before it is answered.
            let question = VoiceRequestStatus.Question(kind: "select", prompt: "Which?", options: ["blue", "next"])
            for _ in 1...2 { _ = try? asker.publish(AudioSequence([.speech(.init("The tea is ready."))])) }
            _ = try? asker.publish(VoiceRequestStatus(request: MessageID(), state: .presented, question: question))
            _ = await shown.wait(within: .seconds(20)) { $0.contains("\"The tea is ready.\"") }
            return await shown.wait(within: .seconds(20)) { $0.contains("  2  next") } ? "2" : nil
        }
        // A ringing timer is printed once, however often it is repeated.
        #expect(shown.value.split(separator: "\n").count { $0 == "  \"The tea is ready.\"" } == 1)
        #expect(shown.value.split(separator: "\n").count { $0.contains("turn.ended") } == 2)
        #expect(shown.value.contains("no listen stage is ready"))
        let texts = await intents.collect(2).map(\.body.text)
        #expect(texts == ["next", "next"])
        withExtendedLifetime(stages) {}
    }

    @Test("the end of the conversation is no failure of the turn that it cuts off")
    func ended() async throws {
        let test = try TestBus()
        // They answer nothing, so the turn is open when the conversation ends.
        let stages = [try await StageDouble(.intent, on: test), try await StageDouble(.dispatch, on: test)]
        let asker = try test.connect(.dispatch, instance: "asker")
        let transcripts = asker.subscribe(SpeechTranscript.self)
        try await asker.ready()
        let shown = Watched("")
        let output = TextOutput { text in shown.change { $0 += text } }
        let lines = Watched(["next"])
        let talking = Task {
            try await Talk(at: test.address, wait: .seconds(20)).run(output: output) {
                lines.change { $0.isEmpty ? nil : $0.removeFirst() }
            }
        }
        _ = await transcripts.collect(1)
        talking.cancel()
        _ = await talking.result
        #expect(!shown.value.contains("Error"), "\(shown.value)")
        withExtendedLifetime(stages) {}
    }

    @Test(
        "at a terminal a typed line is said, a digit chooses an option at once, and Ctrl-D ends",
        .enabled(if: access(Self.script, X_OK) == 0, "script (package bsdutils) is installed"))
    func terminal() async throws {
        let test = try TestBus()
        let stages = [try await StageDouble.intent(on: test), try await StageDouble.dispatch(on: test)]
        let asker = try test.connect(.dispatch, instance: "asker")
        let transcripts = asker.subscribe(SpeechTranscript.self)
        try await asker.ready()
        let command = "exec \(ProgramUnderTest.path(of: "saybus")) talk --wait 20 --bus \(test.address.url)"
        // script gives the program a terminal, and types what it reads.
        let talk = try ProgramUnderTest(
            Self.script, ["-qec", command, "/dev/null"], environment: ["SHELL": "/bin/sh"], takesInput: true)
        try await talk.line { $0.contains("Ctrl-D ends") }
        try talk.write(Array("next\r".utf8))
        try await talk.line { $0.contains("turn.ended") }
        let question = VoiceRequestStatus.Question(kind: "select", prompt: "Which?", options: ["blue", "next"])
        try asker.publish(VoiceRequestStatus(request: MessageID(), state: .presented, question: question))
        try await talk.line { $0.contains("  2  next") }
        try talk.write(Array("2".utf8))
        let texts = await transcripts.collect(2).map(\.body.text)
        #expect(texts == ["next", "next"])
        // Keys typed during a turn wait until it has ended.
        try talk.write([4])
        #expect(try await talk.exitCode() == 0, "\(talk.report)")
        #expect(talk.lines().count { $0.contains("turn.ended") } == 2, "\(talk.report)")
        withExtendedLifetime(stages) {}
    }

    @Test(
        "a signal withdraws the open turn also without a terminal, so that the microphone does not stay open",
        arguments: [SIGINT, SIGTERM])
    func stopped(signal: Int32) async throws {
        let test = try TestBus()
        let listener = try await ListenerDouble(test)
        let observer = try test.connect(.dispatch, instance: "observer")
        // The listening stage gives the receipts.
        observer.sendsReceipts = false
        let requests = observer.subscribe(ListenRequest.self)
        try await observer.ready()
        let talk = try ProgramUnderTest(
            "saybus", ["talk", "--wait", "20", "--bus", test.address.url], takesInput: true)
        try talk.write(Array("\n".utf8))
        let pressed = try #require(await requests.first { $0.body.withdraws == nil })
        try await talk.line { $0.contains("speak now") }
        talk.send(signal)
        #expect(try await talk.exitCode() == 0, "\(talk.report)")
        let withdrawal = try #require(await requests.first { $0.body.withdraws != nil })
        #expect(withdrawal.body == .withdrawal(of: pressed.header.id))
        withExtendedLifetime(listener) {}
    }

    @Test("the lines of a pipe are said one after the other, the last one also without a line end")
    func piped() async throws {
        let test = try TestBus()
        let stages = [try await StageDouble.intent(on: test), try await StageDouble.dispatch(on: test)]
        let asker = try test.connect(.dispatch, instance: "asker")
        let transcripts = asker.subscribe(SpeechTranscript.self)
        try await asker.ready()
        let talk = try ProgramUnderTest(
            "saybus", ["talk", "--wait", "20", "--bus", test.address.url], takesInput: true)
        try talk.write(Array("next\r\nnächste\nnext".utf8))
        talk.closeInput()
        #expect(try await talk.exitCode() == 0, "\(talk.report)")
        let texts = await transcripts.collect(3).map(\.body.text)
        #expect(texts == ["next", "nächste", "next"])
        withExtendedLifetime(stages) {}
    }

    @Test("a signal ends a conversation that waits for the next line of its input")
    func stoppedWhileWaiting() async throws {
        let test = try TestBus()
        let talk = try ProgramUnderTest(
            "saybus", ["talk", "--wait", "20", "--bus", test.address.url], takesInput: true)
        try await talk.line { $0.contains("Ctrl-D ends") }
        talk.send(SIGTERM)
        #expect(try await talk.exitCode() == 0, "\(talk.report)")
    }

    private static let script = "/usr/bin/script"

    /// Types keys, and returns what the terminal shows and what was completed.
    private func type(_ keys: String, choices: Int = 0) -> (shown: String, entries: [TalkLine.Entry]) {
        var line = TalkLine()
        let taken = keys.utf8.map { line.take($0, choices: choices) }
        return (taken.map(\.echo).joined(), taken.compactMap(\.entry))
    }

    @Test("the space bar opens the microphone, a digit chooses at once while a question is open, and lines are edited")
    func keys() {
        #expect(type(" ").entries == [.line("")])
        #expect(type("lamp on\r").entries == [.line("lamp on")], "a space within a line is one")
        #expect(type("2", choices: 3).entries == [.line("2")])
        #expect(type("4", choices: 3).entries == [] && type("2").entries == [], "there is no such option")
        #expect(type("1", choices: 12).entries == [], "it may be the first digit of twelve")
        #expect(type("12\n", choices: 12).entries == [.line("12")])
        #expect(type("a1\n", choices: 3).entries == [.line("a1")])
        #expect(type("\u{4}").entries == [.end] && type("a\u{4}").entries == [])
        let mended = type("lamx\u{7F}p\n")
        #expect(mended.entries == [.line("lamp")] && mended.shown == "lamx\u{8} \u{8}p\n")
        #expect(type("abc\u{15}d\n").entries == [.line("d")])
        let foreign = type("schön 名\n")
        #expect(foreign.entries == [.line("schön 名")] && foreign.shown == "schön 名\n")
        let wide = type("名\u{7F}a名\u{15}b\n")
        let two = "\u{8} \u{8}\u{8} \u{8}"
        #expect(wide.entries == [.line("b")] && wide.shown == "名\(two)a名\(two)\u{8} \u{8}b\n", "two columns each")
        let arrows = type("a\u{1B}[A\u{1B}OPb\u{7}\u{9B}\n")
        #expect(arrows.entries == [.line("ab")] && arrows.shown == "ab\n", "keys without a character")
        #expect(
            type(String(repeating: "a", count: 5000) + "\n").entries == [.line(String(repeating: "a", count: 1000))])
    }

    @Test("the end of an earlier question leaves a newer one open, and its own end closes it")
    func questions() {
        let open = OpenQuestion()
        let (first, second) = (MessageID(), MessageID())
        func record(_ request: MessageID, _ state: VoiceRequestStatus.State, _ options: [String]) {
            let question = VoiceRequestStatus.Question(kind: "select", prompt: "Which?", options: options)
            open.record(VoiceRequestStatus(request: request, state: state, question: question))
        }
        record(first, .presented, ["blue", "red", "green"])
        record(second, .presented, ["stop", "next"])
        record(first, .cancelled, ["blue", "red", "green"])
        #expect(open.question?.options == ["stop", "next"] && open.choices == 2)
        record(second, .completed, ["stop", "next"])
        #expect(open.question == nil && open.choices == 0)
    }

    @Test("what is heard so far fits into one line of the terminal, with its last words")
    func partial() {
        #expect(PartialLine.line("turn on", 80) == "… turn on")
        let long = PartialLine.line(String(repeating: "turn ", count: 40) + "on", 80)
        #expect(long.count == 79 && long.hasSuffix("turn on"))
        #expect(PartialLine.line("a\u{1B}[2Jb\tc", 80).unicodeScalars.allSatisfy { $0.value >= 32 })
    }
}
