import Foundation
import SaybusExternalEngines
import SaybusIntentRecognition
import SaybusMessages
import Testing

@Suite("Programs that answer lines of JSON")
struct CommandIntentClientTests {
    private func ask(_ script: String, timeout: Duration = .seconds(10)) async throws -> [ExternalInterpretation] {
        try await CommandIntentClient(["/bin/sh", "-c", script], timeout: timeout).ask("play \"jazz\"\n now")
    }

    @Test("an answer is parsed with its values")
    func answer() async throws {
        let interpretations = try await ask(
            #"read -r line; echo '{"intent": {"name": "Play", "confidence": 0.75}, "entities": [{"entity": "genre", "value": "jazz", "start": 6, "end": 10}, {"name": "n", "value": 3}], "intent_ranking": [{"name": "Play", "confidence": 0.75}, {"name": "Stop", "confidence": 0.2}]}'"#
        )
        #expect(
            interpretations == [
                ExternalInterpretation(
                    intent: "Play", confidence: 0.75,
                    entities: [.init(name: "genre", value: "jazz", range: 6..<10), .init(name: "n", value: "3")]),
                ExternalInterpretation(intent: "Stop", confidence: 0.2),
            ])
    }

    @Test("a text is sent as one line, and the program keeps running from text to text")
    func keepsRunning() async throws {
        let intentClient = CommandIntentClient(
            [
                "/bin/sh", "-c",
                #"n=0; while read -r line; do n=$((n+1)); echo "{\"intent\": {\"name\": \"I$n\"}}"; done"#,
            ],
            timeout: .seconds(10))
        for number in 1...3 { #expect(try await intentClient.ask("a\nb").map(\.intent) == ["I\(number)"]) }
    }

    @Test("a line after the answer is not taken for the answer to the next text")
    func surplus() async throws {
        let intentClient = CommandIntentClient(
            ["/bin/sh", "-c", #"while read -r line; do printf '{"intent": {"name": "I"}}\nsome log\n'; done"#],
            timeout: .seconds(10))
        for _ in 1...2 { #expect(try await intentClient.ask("a").map(\.intent) == ["I"]) }
    }

    @Test(
        "an answer without an intent means that the text is not understood",
        arguments: [#"{"intent": null}"#, #"{"intent": {"name": null}}"#, "{}", #"{"intent": {"name": ""}}"#])
    func nothing(_ line: String) async throws { #expect(try await ask("read -r l; echo '\(line)'").isEmpty) }

    @Test(
        "a failure has a code and a sentence",
        arguments: [
            ("exit 3", "unreachable"), ("read -r l; echo nonsense", "garbage"), ("read -r l; echo '[1]'", "garbage"),
            ("read -r l; echo '{\"error\": \"no model\"}'", "refused"), ("read -r l; printf 'no end'", "unreachable"),
            ("read -r l; head -c 3000000 /dev/zero | tr '\\0' x; sleep 60", "garbage"),
        ])
    func wrong(_ script: String, _ code: String) async {
        let error = await #expect(throws: EngineFailure.self) { try await ask(script) }
        #expect(error?.code.rawValue == code, "\(error?.reason ?? "")")
    }

    @Test("a program that does not answer is ended in time, and restarted for the next text")
    func timeout() async throws {
        let place = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID())").path
        defer { try? FileManager.default.removeItem(atPath: place) }
        let script =
            #"read -r l; if [ -e '\#(place)' ]; then echo '{"intent": {"name": "Late"}}'; fi; touch '\#(place)'; sleep 60"#
        let intentClient = CommandIntentClient(["/bin/sh", "-c", script], timeout: .milliseconds(500))
        let error = await #expect(throws: EngineFailure.self) { try await intentClient.ask("x") }
        #expect(error?.code == .timeout)
        #expect(try await intentClient.ask("x").map(\.intent) == ["Late"])
    }

    @Test("a missing program is reported by its name")
    func absent() async {
        let error = await #expect(throws: EngineFailure.self) {
            try await CommandIntentClient(["/nowhere/recognizer"], timeout: .seconds(5)).ask("x")
        }
        #expect(error?.code == .unreachable)
        #expect(error?.reason.contains("/nowhere/recognizer") == true)
    }
}

@Suite("Interpretations of external engines as commands of the apps")
struct ExternalRecognizerTests {
    private struct Canned: IntentClient {
        let interpretations: [ExternalInterpretation]
        func ask(_ text: String) async throws(EngineFailure) -> [ExternalInterpretation] { interpretations }
    }

    private func recognize(_ interpretations: [ExternalInterpretation]) async throws -> [SpeechIntent.Hypothesis] {
        try await ExternalRecognizer(
            engine: "http", Canned(interpretations: interpretations),
            catalogs: [makeCatalog(["Play": ["play @count:Number songs", "play @what"]])]
        ).recognize(SpeechTranscript(text: "play two songs", engine: "test"))
    }

    @Test("a number outside of the range that the pattern states is no command", arguments: [("50", 1), ("200", 0)])
    func ranges(_ value: String, _ count: Int) async throws {
        let level = ExternalInterpretation(
            intent: "Set", confidence: 0.9, entities: [.init(name: "level", value: value)])
        let found = try await ExternalRecognizer(
            engine: "http", Canned(interpretations: [level]),
            catalogs: [makeCatalog(["Set": ["set it to {0..100:level}"]])]
        ).recognize(SpeechTranscript(text: "set it to \(value)", engine: "test"))
        #expect(found.count == count)
    }

    @Test("an intent name is a command's type or app/type; other intents are left out, and numbers are parsed")
    func commands() async throws {
        let found = try await recognize([
            ExternalInterpretation(intent: "Dance", confidence: 1),
            ExternalInterpretation(
                intent: "Play", confidence: 0.5, entities: [.init(name: "count", value: "two", range: 5..<8)]),
            ExternalInterpretation(
                intent: "app/Play", confidence: 0.9, entities: [.init(name: "what", value: "two songs")]),
        ])
        #expect(found.map(\.confidence) == [0.9, 0.5])
        #expect(found.map(\.matcher) == ["http", "http"])
        #expect(found[1].parameters["count"]?.value == .number(2))
        #expect(found[1].parameters["count"]?.span == .init(start: 5, end: 8))
        #expect(found[0].parameters["what"]?.span == nil)
    }

    @Test(
        "an invalid confidence is replaced by a valid one, and an invalid range gives no span",
        arguments: [nil, -1, 2, .nan, .infinity] as [Double?])
    func invalidValues(_ confidence: Double?) async throws {
        let found = try await recognize([
            ExternalInterpretation(
                intent: "Play", confidence: confidence, entities: [.init(name: "what", value: "x", range: 5..<900)])
        ])
        #expect(found.count == 1)
        let hypothesis = try #require(found.first)
        #expect(0...1 ~= hypothesis.confidence)
        let parameter = try #require(hypothesis.parameters["what"])
        #expect(parameter.span == nil)
    }
}
