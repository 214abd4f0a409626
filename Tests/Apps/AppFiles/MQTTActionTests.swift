import SaybusMessages
import Testing

@testable import SaybusAppFiles

@Suite("The action mqtt")
struct MQTTActionTests {
    @Test(
        "a payload that is no text becomes JSON",
        arguments: [
            ("ON", "ON"), (["state": "ON", "level": 3], #"{"level":3,"state":"ON"}"#), (7, "7"), (true, "true"),
        ]
            as [(JSONValue, String)])
    func payload(value: JSONValue, text: String) throws {
        let publication = Publication(MQTTPublish.kind, .fixed(["topic": "lamp/set", "payload": value]))
        let message = try publication.render(ActionValues())
        #expect(message.body == ["topic": "lamp/set", "payload": .string(text)])
        #expect(message.kind == MQTTPublish.kind)
    }

    @Test("words that would make a wildcard of the topic fail the command, and a literal one the file")
    func wildcards() throws {
        let publication = Publication(
            MQTTPublish.kind, .object(["topic": .text(try Template("dev/{what}/set")), "payload": .fixed("ON")]))
        let error = #expect(throws: TemplateError.self) {
            try publication.render(ActionValues(["what": Parameter(value: .text("#"), words: "#", type: "x")]))
        }
        #expect(
            error?.description.contains("a topic to publish on has no + and no #") == true,
            "\(String(describing: error))")
        for topic in ["dev/#", "dev/+/set", "dev/{what}/#", "$SYS/x"] {
            let yaml =
                "app: k\ncommands:\n  On:\n    patterns: ['lamp @what']\n    do: [{mqtt: {topic: '\(topic)', payload: x}}]"
            let failure = #expect(throws: AppFileError.self) { try App(yaml: yaml, file: "k.yaml") }
            #expect("\(String(describing: failure))".contains("topic: "), "\(topic)")
        }
    }

    @Test("a body without a topic is refused before it is published")
    func incomplete() {
        let publication = Publication(MQTTPublish.kind, .fixed(["payload": "ON"]))
        #expect(throws: TemplateError.self) { try publication.render(ActionValues()) }
    }
}
