import Foundation
import SaybusBus
import SaybusMessages
import SaybusPhrases
import SaybusStatisticalMatching
import SaybusTesting
import Testing

@Suite("saybus-intent")
struct IntentStageTests {
    private static let catalog = makeCatalog(["Next": ["next song"], "Play": ["play @what"]])

    /// Sends a transcript to the program, with a catalog published.
    private func ask<Answer: BusMessage>(
        _ text: String, _ arguments: [String], for _: Answer.Type
    ) async throws -> (answer: Message<Answer>?, status: StageStatus?) {
        let test = try TestBus()
        let client = try test.connect(Role("client"))
        let statuses = client.subscribe(StageStatus.self)
        let answers = client.subscribe(Answer.self)
        let program = try ProgramUnderTest("saybus-intent", ["--bus", test.address.url] + arguments)
        try await client.ready()
        try await program.ready()
        try client.publish(Self.catalog)
        let revision = Self.catalog.revision
        _ = try #require(
            await statuses.first { $0.body.role == .intent && $0.body.catalogRevision?.contains(revision) == true })
        try client.publish(SpeechTranscript(text: text, engine: "test"), turn: TurnID())
        let answer = await answers.first()
        let status = await statuses.first(within: .seconds(5)) { $0.body.role == .intent && $0.body.problem != nil }
        program.send(SIGTERM)
        #expect(try await program.exitCode() == 0)
        return (answer, status?.body)
    }

    @Test("a program's answer becomes an intent, and the status names the engine")
    func command() async throws {
        let line =
            #"{"intent": {"name": "Play", "confidence": 0.8}, "entities": [{"entity": "what", "value": "jazz"}]}"#
        let (answer, _) = try await ask(
            "something with jazz",
            ["--engine", "command", "--", "/bin/sh", "-c", "while read -r l; do echo '\(line)'; done"],
            for: SpeechIntent.self)
        let intent = try #require(answer?.body)
        #expect(intent.engine == "command")
        #expect(intent.hypotheses.map(\.type) == ["Play"])
        #expect(intent.hypotheses.first?.parameters["what"]?.value == .text("jazz"))
    }

    @Test("a stage of one session knows the catalogs of apps that serve all sessions")
    func oneSession() async throws {
        let test = try TestBus()
        let client = try test.connect(Role("client"))
        let answers = client.subscribe(SpeechIntent.self)
        try await client.ready()
        try client.publish(Self.catalog)
        let program = try ProgramUnderTest("saybus-intent", ["--bus", test.address.url, "--session", "kitchen"])
        try await program.ready()
        let kitchen = try #require(Session(rawValue: "kitchen"))
        try client.publish(SpeechTranscript(text: "next song", engine: "test"), session: kitchen, turn: TurnID())
        let intent = await answers.first()?.body
        #expect(intent?.hypotheses.map(\.type) == ["Next"])
        program.send(SIGTERM)
        #expect(try await program.exitCode() == 0)
    }

    @Test("a transcript whose engine still works when the stage is stopped is left to a successor")
    func stopped() async throws {
        let test = try TestBus()
        let client = try test.connect(Role("client"))
        let messages = client.subscribe(to: [TurnEnded.self, SpeechIntent.self, StageStatus.self])
        let engine = ["--engine", "command", "--", "/bin/sh", "-c", "read -r l; echo asked >&2; exec sleep 600"]
        let program = try ProgramUnderTest("saybus-intent", ["--bus", test.address.url] + engine)
        try await client.ready()
        try await program.ready()
        try client.publish(SpeechTranscript(text: "next song", engine: "test"), turn: TurnID())
        try await program.line(on: .standardError) { $0.contains("asked") }
        program.send(SIGTERM)
        #expect(try await program.exitCode() == 0)
        var answers: [Kind] = []
        for await case .message(let message) in messages {
            let status = client.read(message, as: StageStatus.self)?.body
            if status == nil { answers.append(message.header.kind) }
            if status?.role == .intent, status?.state == .stopped { break }
        }
        #expect(answers.isEmpty)
    }

    @Test("a dead engine ends the turn with the reason, which the status also shows")
    func dead() async throws {
        let (end, status) = try await ask(
            "next song", ["--engine", "command", "--", "/bin/false"], for: TurnEnded.self)
        #expect(end?.body.outcome == .failed)
        #expect(end?.body.reason?.contains("/bin/false") == true)
        #expect(status?.engine == "command")
        #expect(status?.problem == end?.body.reason)
    }

    @Test("words that the assistant has just said are its own when they are heard, and not when they are typed")
    func ownSpeech() async throws {
        let test = try TestBus()
        let client = try test.connect(Role("client"))
        let recorder = Recorder(client.subscribeToAll())
        let audio = try await AudioDouble(test)
        let program = try ProgramUnderTest("saybus-intent", ["--bus", test.address.url, "--drop-own-speech"])
        try await client.ready()
        try await program.ready()
        try client.publish(AudioSequence([.speech(.init("You can say: next song please."))]))
        _ = try #require(await recorder.first(AudioPlayback.self) { $0.body.state == .finished })
        let (typed, heard) = (TurnID(), TurnID())
        try client.publish(SpeechTranscript(text: "next song please", engine: "text"), turn: typed)
        try client.publish(SpeechTranscript(text: "next song please", engine: "test"), turn: heard)
        let end = try #require(await recorder.first(TurnEnded.self) { $0.body.outcome == .cancelled })
        #expect(end.header.turn == heard && end.body.reason == "these are the assistant's own words")
        #expect(await recorder.first(SpeechIntent.self)?.header.turn == typed)
        withExtendedLifetime(audio) {}
    }

    @Test("a pattern that cannot be used is logged and shown with its app, its command and its words")
    func leftOut() async throws {
        let test = try TestBus()
        let client = try test.connect(Role("client"))
        let statuses = client.subscribe(StageStatus.self)
        let program = try ProgramUnderTest("saybus-intent", ["--bus", test.address.url])
        try await client.ready()
        try await program.ready()
        let catalog = makeCatalog(["Next": ["next song"], "Heat": ["heat @room:Room"]])
        try client.publish(catalog)
        let line = try await program.line(on: .standardError) { $0.contains("a pattern is left out") }
        for detail in ["app=\(catalog.app)", "command=Heat", "pattern=heat @room:Room", "problem="] {
            #expect(line.contains(detail), "\(line)")
        }
        let status = await statuses.first { $0.body.role == .intent && $0.body.problem != nil }
        #expect(status?.body.problem?.contains("\(catalog.app)/Heat \"heat @room:Room\"") == true)
    }

    @Test("numbers are understood in the language of the environment; an invalid language file gives exit code 78")
    func language() async throws {
        var german = Language.english
        german.numbers.units["sieben"] = 7
        let path = NSTemporaryDirectory() + "saybus-\(UUID()).json"
        try german.text.write(toFile: path, atomically: true, encoding: .utf8)
        defer { try? FileManager.default.removeItem(atPath: path) }
        let test = try TestBus()
        let client = try test.connect(Role("client"))
        let statuses = client.subscribe(StageStatus.self)
        let answers = client.subscribe(SpeechIntent.self)
        let program = try ProgramUnderTest(
            "saybus-intent", ["--bus", test.address.url], environment: [Language.variable: path])
        try await client.ready()
        try await program.ready()
        let catalog = makeCatalog(["Wake": ["wecker auf @hour:Number"]])
        try client.publish(catalog)
        _ = try #require(
            await statuses.first {
                $0.body.role == .intent && $0.body.catalogRevision?.contains(catalog.revision) == true
            })
        try client.publish(SpeechTranscript(text: "wecker auf sieben", engine: "test"), turn: TurnID())
        #expect(await answers.first()?.body.hypotheses.first?.parameters["hour"]?.value == .number(7))
        program.send(SIGTERM)
        #expect(try await program.exitCode() == 0)
        let wrong = try ProgramUnderTest(
            "saybus-intent", ["--bus", test.address.url], environment: [Language.variable: "/nowhere.json"])
        #expect(try await wrong.exitCode() == 78)
        #expect(wrong.lines(.standardError).first?.contains("/nowhere.json") == true)
    }

    @Test("a trained and saved model is used for texts that no pattern matches")
    func trained() async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("saybus-\(UUID())").path
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let samples = [
            #"{"text":"another one please","intent":"Next"}"#, #"{"text":"i do not like this","intent":"Next"}"#,
            #"{"text":"skip it","intent":"Next"}"#, #"{"text":"something else","intent":"Next"}"#,
            #"{"text":"i want jazz","intent":"Play","slots":[{"name":"what","start":7,"end":11}]}"#,
            #"{"text":"put on some rock","intent":"Play","slots":[{"name":"what","start":12,"end":16}]}"#,
            #"{"text":"the dog barks","intent":"oos"}"#, #"{"text":"she is late","intent":"oos"}"#,
        ]
        try samples.joined(separator: "\n").write(toFile: "\(folder)/s.jsonl", atomically: true, encoding: .utf8)
        let train = try ProgramUnderTest(
            "saybus-intent", ["train", "--samples", "\(folder)/s.jsonl", "--out", "\(folder)/m.model"])
        #expect(try await train.exitCode() == 0)
        #expect(train.lines().first?.contains("2 intents and 1 slots from 8 samples") == true)
        let (answer, _) = try await ask("skip it please", ["--trained", "\(folder)/m.model"], for: SpeechIntent.self)
        #expect(answer?.body.engine == "statistical")
        #expect(answer?.body.hypotheses.first?.type == "Next")
        #expect(answer?.body.hypotheses.first?.matcher == "statistical")

        let half = try #require(FileManager.default.contents(atPath: "\(folder)/m.model")).prefix(1000)
        try half.write(to: URL(fileURLWithPath: "\(folder)/half.model"))
        let refused = try ProgramUnderTest("saybus-intent", ["--trained", "\(folder)/half.model"])
        #expect(try await refused.exitCode() == 66)
        #expect(refused.lines(.standardError).count == 1)
        #expect(refused.lines(.standardError).first?.contains("half.model: the model is damaged or not whole") == true)
    }

    @Test("a missing program gives exit code 69")
    func absentProgram() async throws {
        let program = try ProgramUnderTest("saybus-intent", ["--engine", "command", "--", "/nonexistent/program"])
        #expect(try await program.exitCode() == 69)
        #expect(program.lines(.standardError).contains { $0.contains("/nonexistent/program") })
    }

    @Test(
        "invalid usage gives exit code 64",
        arguments: [
            ["--engine", "wyoming"], ["--engine", "wyoming", "--address", "x"],
            ["--engine", "http", "--address", "ftp://x"],
            ["--engine", "command"], ["--engine", "nothing"], ["--patience", "0"],
            ["--engine", "pattern", "--trained", "x"],
            ["train", "--samples", "x"],
        ])
    func usage(_ arguments: [String]) async throws {
        let program = try ProgramUnderTest("saybus-intent", arguments)
        #expect(try await program.exitCode() == 64)
    }
}
