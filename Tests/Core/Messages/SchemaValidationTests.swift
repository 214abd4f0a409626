import SaybusMessages
import Testing

@Suite("Validation of bodies by their schema")
struct SchemaValidationTests {
    @Test("every example of every kind conforms to its schema", arguments: Samples.kinds)
    func examples(kind: Kind) throws {
        func check<Body: BusMessage>(_: Body.Type) throws {
            for example in Body.examples { #expect(Body.schema.validate(try JSONValue(example)) == []) }
        }
        try check(Samples.type(of: kind))
    }

    @Test("a violation names its place by JSON Pointer and says what is expected")
    func places() {
        let body: JSONValue = [
            "hypotheses": [
                ["app": "a", "type": "B", "confidence": 7, "parameters": ["x/y~z": ["words": "w", "type": "String"]]]
            ], "engine": 3,
        ]
        let violations = SpeechIntent.schema.validate(body)
        #expect(
            violations.map(\.path) == [
                "/text", "/hypotheses/0/confidence", "/hypotheses/0/parameters/x~1y~0z/value", "/engine",
            ])
        #expect(violations[0].expectation == "expected text, and it is missing")
        #expect(violations[1].expectation == "expected a number from 0 to 1, not 7")
        #expect(violations[3].description == "/engine: expected text, not 3")
    }

    @Test("recursive shapes are followed through their references at any depth")
    func tree() {
        let leaf: JSONValue = ["type": "tone", "frequency": 440, "durationMs": "long"]
        let tree: JSONValue = ["events": [["type": "composite", "events": [["type": "composite", "events": [leaf]]]]]]
        #expect(
            AudioSequence.schema.validate(tree).map(\.path) == ["/events/0/events/0/events/0/durationMs"])
    }

    @Test("a value other than an object is one violation of the whole value")
    func whole() {
        let violations = Receipt.schema.validate(["of"])
        #expect(violations == [Violation(path: "", expectation: "expected an object, not a list")])
    }

    @Test("a null field counts as absent, and unknown fields are accepted")
    func nullAndUnknown() {
        #expect(Receipt.schema.validate(["of": .null]).map(\.expectation) == ["expected text, not null"])
        #expect(Receipt.schema.validate(["of": "speech.intent", "later": .null]) == [])
        let transcript: JSONValue = ["text": "a", "engine": "b", "confidence": 1, "empty": .null]
        #expect(SpeechTranscript.schema.validate(transcript) == [], "an optional field that is null is none")
    }

    @Test("the number of reported violations is bounded")
    func bounded() {
        let body: JSONValue = ["events": .array(Array(repeating: ["type": "noise"], count: 1000))]
        #expect(AudioSequence.schema.validate(body).count == Schema.maximumViolations)
    }

    @Test(
        "an audio event needs the fields of its type",
        arguments: [
            ("speech", ["text"]), ("tone", ["frequency", "durationMs"]), ("file", ["path"]),
            ("silence", ["durationMs"]), ("composite", ["events"]), ("unknown", []),
        ] as [(String, [String])])
    func eventFields(type: String, fields: [String]) {
        let violations = AudioSequence.schema.validate(["events": [["type": .string(type)]]])
        let missing = violations.filter { $0.expectation.hasSuffix("it is missing") }
        #expect(missing.map(\.path).sorted() == fields.map { "/events/0/\($0)" }.sorted())
    }

    @Test("the JSON Schema tells which fields an audio event of each type needs")
    func eventConditions() {
        guard case .array(let rules)? = AudioEvent.schema.jsonSchema(title: "event")["allOf"] else {
            Issue.record("there are no conditions")
            return
        }
        let speech: JSONValue = [
            "if": ["properties": ["type": ["const": "speech"]], "required": ["type"]], "then": ["required": ["text"]],
        ]
        #expect(rules.count == 5 && rules.contains(speech))
    }
}
