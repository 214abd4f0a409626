import Foundation
import SaybusBus
import SaybusMessages
import SaybusTesting
import Testing

@testable import SaybusTap

@Suite("saybus-tap inject")
struct InjectTests {
    @Test(
        "every example of every kind matches its schema and is decoded",
        arguments: MessageCatalog.all.map { $0.kind })
    func examples(kind: Kind) throws {
        let type = try #require(MessageCatalog.type(of: kind))
        func check<Body: BusMessage>(_: Body.Type) throws {
            for example in Body.examples {
                let text = Array(try JSONValue(example).text().utf8)
                let read = try InjectedBody(text, kind: kind)
                #expect(read.body as? Body == example)
                #expect(read.unknown.isEmpty, "\(read.unknown)")
            }
        }
        try check(type)
    }

    @Test(
        "a mismatch is rejected with its path and the expected value",
        arguments: [
            (
                "speech.transcript", #"{"text":"a","confidence":2,"engine":"x"}"#,
                "confidence: expected a number from 0 to 1, found 2"
            ),
            ("speech.transcript", #"{"text":3,"confidence":1,"engine":"x"}"#, "text: expected a string, found 3"),
            ("speech.transcript", #"{"text":"a","confidence":1}"#, "engine: expected a string, found nothing"),
            ("speech.transcript", "[]", "the body: expected an object"),
            ("speech.transcript", "{", "the body is no JSON"),
            ("turn.ended", #"{"outcome":"fine","timings":{}}"#, "outcome: expected one of \"handled\""),
            (
                "turn.ended", #"{"outcome":"failed","timings":{"intent":"1"}}"#,
                "timings.intent: expected a whole number"
            ),
            (
                "speech.intent",
                #"{"text":"a","engine":"x","hypotheses":[{"app":"k","type":"T","confidence":1,"parameters":{"n":{"value":true,"words":"w","type":"Number"}}}]}"#,
                "hypotheses[0].parameters.n.value: expected a string or a number, found true"
            ),
            (
                "audio.sequence", #"{"events":[{"type":"composite","events":[{"type":"whistle"}]}]}"#,
                "events[0].events[0].type: expected one of"
            ),
            (
                "audio.sequence", #"{"events":[{"type":"silence","durationMs":1.5}]}"#,
                "events[0].durationMs: expected a whole number"
            ),
        ])
    func mismatches(kind: String, body: String, words: String) throws {
        let kind = try #require(Kind(rawValue: kind))
        do {
            _ = try InjectedBody(Array(body.utf8), kind: kind)
            Issue.record("\(body) was taken")
        } catch {
            #expect("\(error)".contains(words), "\(error)")
        }
    }

    @Test("a message is published with session, turn and deadline, its id is printed, and its answer is awaited")
    func answered() async throws {
        let test = try TestBus()
        let bus = try test.connect(.intent)
        let transcripts = bus.subscribe(SpeechTranscript.self)
        try await bus.ready()
        let turn = TurnID()
        let tap = try ProgramUnderTest(
            "saybus-tap",
            [
                "inject", "speech.transcript", #"{"text":"stop","confidence":1,"engine":"text","mood":"good"}"#,
                "--turn",
                "\(turn)", "--session", "hall", "--deadline", "60000", "--answer", "20", "--bus", test.address.url,
            ])
        let message = try #require(await transcripts.first())
        #expect(message.header.turn == turn && message.header.session.rawValue == "hall")
        let life = try #require(message.header.deadline) - message.header.at
        #expect((59_000_000...60_000_000).contains(life))
        try bus.publish(SpeechIntent(text: "stop", hypotheses: [], engine: "x"), answering: message.header)
        #expect(try await tap.exitCode() == 0)
        #expect(tap.lines().first == "\(message.header.id)")
        #expect(tap.lines().last?.contains("\"kind\":\"speech.intent\"") == true)
        #expect(tap.lines(.standardError).contains { $0.contains("does not know the field mood") })
    }

    @Test("a body can come from standard input or a file; without an answer in time the exit code is 1")
    func sources() async throws {
        let (test, folder) = (try TestBus(), try RecordingFolder())
        let bus = try test.connect(Role("observer"))
        let partials = bus.subscribe(SpeechPartial.self)
        try await bus.ready()
        let file = folder.path + "/body.json"
        try #"{"text":"from a file","revision":1}"#.write(toFile: file, atomically: true, encoding: .utf8)
        let fromFile = try await folder.tap("inject", "speech.partial", "@\(file)", "--bus", test.address.url)
        #expect(fromFile.code == 0)
        #expect(await partials.first()?.body.text == "from a file")
        let tap = try ProgramUnderTest(
            "saybus-tap", ["inject", "speech.partial", "-", "--answer", "0.2", "--bus", test.address.url],
            takesInput: true)
        try tap.write(Array(#"{"text":"typed","revision":1}"#.utf8))
        tap.closeInput()
        #expect(try await tap.exitCode() == 1)
        #expect(tap.lines(.standardError).last?.contains("no answer came within 200 ms") == true)
    }

    @Test(
        "an invalid command line, an invalid body and a missing file have distinct exit codes",
        arguments: [
            (["speech.transcrpt", "{}"], 64, "speech.transcript"), (["speech.*", "{}"], 64, "no whole kind"),
            (["lamp.state", "{}"], 64, "no kind of the pipeline"), (["shadow.speech.intent", "{}"], 64, "--shadow"),
            (["turn.ended", "{}", "--turn", "x"], 64, "--turn"), (["turn.ended", "{}", "--cause", "x"], 64, "--cause"),
            (["turn.ended", "{}"], 65, "outcome: expected one of"), (["turn.ended", "@/no/such"], 66, "/no/such"),
        ] as [([String], Int32, String)])
    func refusals(arguments: [String], code: Int32, words: String) async throws {
        let tap = try ProgramUnderTest("saybus-tap", ["inject"] + arguments)
        #expect(try await tap.exitCode() == code)
        #expect(tap.lines(.standardError).joined(separator: "\n").contains(words))
    }
}
