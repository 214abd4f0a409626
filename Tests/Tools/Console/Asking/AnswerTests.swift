import Foundation
import SaybusBus
import SaybusMessages
import SaybusTap
import SaybusTesting
import Testing

@testable import SaybusConsole

@Suite("Answers to pages")
struct AnswerTests {
    private let kitchen = """
        app: house
        commands:
          LightOn:
            patterns: [turn on the light]
            confirm-below: 0.35
            refuse-below: 0.2
            do: [{log: lit}]
          LightOff:
            patterns: [turn off the light, "{"]
            do: [{log: dark}]
        """

    private func ask(_ page: PageClient, _ number: Int, _ question: String) async throws -> JSONValue {
        page.send(#"{"ask":\#(question),"number":\#(number)}"#)
        let number = JSONValue.integer(Int64(number))
        let arrived = try await page.arrived.require("the answer to \(question)") { arrived in
            (arrived.reports("answer") + arrived.reports("refused")).contains { $0["number"] == number }
        }
        let all = arrived.reports("answer") + arrived.reports("refused")
        let answer = try #require(all.first { $0["number"] == number })
        return answer["result"] ?? answer
    }

    @Test("an app's file is shown with its problems at line and column, and an edited text is checked and tried")
    func app() async throws {
        let folder = try TemporaryFolder()
        let console = try await ConsoleUnderTest(["--app", folder.write("house.yaml", kitchen)])
        let page = try #require(try await PageClient.open(console.port))
        #expect(try await ask(page, 1, #"{"files":{}}"#)["apps"] == ["house.yaml"])
        let app = try await ask(page, 2, #"{"app":{"file":"house.yaml"}}"#)
        #expect(app["text"] == .string(kitchen))
        guard case .array(let findings) = app["findings"], let first = findings.first else {
            throw PageError(.unreadable, app.text())
        }
        #expect(first["severity"] == "error" && first["line"] == 9)
        guard case .integer? = first["column"] else { throw PageError(.unreadable, first.text()) }
        let mended = JSONValue.string(kitchen.replacing(", \"{\"", with: "")).text()
        let check = try await ask(page, 3, #"{"check":{"file":"house.yaml","text":\#(mended)}}"#)
        #expect(check["findings"] == [])
        let tried = try await ask(
            page, 4,
            #"{"phrases":{"texts":["turn on the light","turn on lights"],"session":"default","file":"house.yaml","text":\#(mended)}}"#
        )
        guard case .array(let texts) = tried["texts"], texts.count == 2 else {
            throw PageError(.unreadable, tried.text())
        }
        let meant = texts[0]["hypotheses"]?.text() ?? ""
        #expect(meant.contains("LightOn"))
        #expect(texts[1]["hypotheses"] == [])
        let near = texts[1]["nearest"]?.text() ?? ""
        #expect(near.contains("\\\"the\\\" is missing"))
        // Without an edited text, the apps on the bus count, of which there are none.
        let none = try await ask(page, 5, #"{"phrases":{"texts":["a"],"session":"default"}}"#)
        #expect(none["reason"] == "no app is on the bus")
        let refused = try await ask(page, 6, #"{"app":{"file":"../house.yaml"}}"#)
        #expect("\(refused)".contains("offers no app"))
        try FileManager.default.removeItem(atPath: folder.path("house.yaml"))
        let gone = try await ask(page, 7, #"{"app":{"file":"house.yaml"}}"#)
        #expect(gone["reason"] == "house.yaml cannot be read: No such file or directory")
        try await console.end()
        let missing = try ProgramUnderTest(
            "saybus-console", ["--http", "127.0.0.1:0", "--app", folder.path("no.yaml")])
        #expect(try await missing.exitCode() == 66)
    }

    @Test("a recording is listed, opened to messages and sound, judged, replayed through the stages, and compared")
    func recording() async throws {
        let folder = try TemporaryFolder()
        let (spoken, typed) = (TurnID(), TurnID())
        try folder.write("today.db", try await RecordingContent.recording(of: messages(spoken, typed)))
        let app = try folder.write("house.yaml", kitchen.replacing(", \"{\"", with: ""))
        let console = try await ConsoleUnderTest(["--recordings", folder.path])
        let bus = ["--bus", console.bus.address.url]
        let stages = try [
            ProgramUnderTest("saybus-intent", bus), ProgramUnderTest("saybus-dispatch", bus + ["--app", app]),
        ]
        for stage in stages { try await stage.ready() }
        let page = try #require(try await PageClient.open(console.port))
        let listed = try await ask(page, 1, #"{"sessions":{"recording":"today.db"}}"#)
        #expect(listed.text().contains("\"transcript\":\"turn on the light\""))
        let opened = try await ask(page, 2, #"{"turn":{"recording":"today.db","turn":"\#(spoken)"}}"#)
        guard case .array(let messages) = opened["messages"] else { throw PageError(.unreadable, opened.text()) }
        #expect(messages.count == 4 && messages.allSatisfy { $0["header"]?["kind"] != "audio.input" })
        page.send(#"{"ask":{"sound":{"recording":"today.db","turn":"\#(spoken)"}},"number":3}"#)
        let sounds = try await page.arrived.require("the sound") { !$0.sounds.isEmpty }.sounds
        #expect(sounds.first?.header["number"] == 3 && sounds.first?.samples == 640)
        let silent = try await ask(page, 4, #"{"sound":{"recording":"today.db","turn":"\#(typed)"}}"#)
        #expect("\(silent)".contains("no sound of this turn"))

        let judged = try await ask(page, 5, #"{"judge":{"since":0}}"#)
        guard case .array(let turns) = judged["turns"] else { throw PageError(.unreadable, judged.text()) }
        #expect(turns.count == 2)
        let unsure = try #require(turns.first { $0["turn"] == .string("\(spoken)") })
        // The words' confidence decides when the pattern fits: .4 is below .5, from which on a command is carried out.
        #expect(unsure["certainty"] == .number(0.4) && unsure["type"] == "LightOn")
        #expect(
            judged["thresholds"] == [
                ["app": "house", "type": "LightOn", "confirmBelow": .number(0.35), "refuseBelow": .number(0.2)]
            ])
        #expect(judged["standard"]?["confirmBelow"] == .number(0.5))
        let later = try await ask(page, 6, #"{"judge":{"since":4000000000000000}}"#)
        #expect(later["turns"] == [])

        let replayed = try await ask(page, 7, #"{"replay":{"recording":"today.db","from":"transcribe"}}"#)
        #expect(replayed["exitCode"] == 0, "\(replayed.text())")
        guard case .string(let name) = replayed["recording"] else { throw PageError(.unreadable, replayed.text()) }
        let diff = try await ask(page, 8, #"{"diff":{"old":"today.db","new":"\#(name)"}}"#)
        #expect(diff["compared"] == 2, "\(diff.text())")
        // The recorded end was a failure; now the command is carried out.
        #expect(diff.text().contains("\"new\":\"handled\""), "\(diff.text())")

        // Without the stages a replay fails after ten seconds, and leaves nothing to compare.
        for stage in stages {
            stage.send(SIGTERM)
            try await stage.exitCode()
        }
        let failed = try await ask(page, 9, #"{"replay":{"recording":"today.db","from":"transcribe"}}"#)
        #expect(failed["exitCode"] == 69 && failed["recording"] == nil, "\(failed.text())")
        let files = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        #expect(Set(files.filter { $0.hasSuffix(".db") }) == ["today.db", name], "\(files)")
        try await console.end()
    }

    /// The messages of a spoken turn with doubtful words, and of a typed one.
    private func messages(_ spoken: TurnID, _ typed: TurnID) throws -> [RawMessage] {
        var sequence = 0
        func message(_ body: some BusMessage, _ turn: TurnID, role: Role, causes: [MessageID] = []) throws
            -> RawMessage
        {
            sequence += 1
            var header = Header(
                kind: type(of: body).kind, session: .default, turn: turn, source: Source(role: role, instance: "a")!,
                run: 1, sequence: sequence, at: 1_780_000_000_000_000 + Int64(sequence) * 10_000)
            header.causes = causes
            let wire = try body.wire(header: &header)
            return RawMessage(header: header, body: wire)
        }
        let hypothesis = SpeechIntent.Hypothesis(app: "house", type: "LightOn", confidence: 1)
        let text = "turn on the light"
        return try [
            message(SpeechStarted(positionMs: 0), spoken, role: .listen),
            message(
                AudioInput(index: 0, isLast: true, samples: [UInt8](repeating: 5, count: 1280)), spoken, role: .listen),
            message(SpeechTranscript(text: text, confidence: 0.4, engine: "pocketsphinx"), spoken, role: .transcribe),
            message(SpeechIntent(text: text, hypotheses: [hypothesis], engine: "patterns"), spoken, role: .intent),
            message(TurnEnded(outcome: .failed), spoken, role: .dispatch),
            message(SpeechTranscript(text: text, engine: "text"), typed, role: .transcribe),
            message(SpeechIntent(text: text, hypotheses: [hypothesis], engine: "patterns"), typed, role: .intent),
            message(TurnEnded(outcome: .handled), typed, role: .dispatch),
        ]
    }
}
