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

    @Test("a body without a topic is refused before it is published")
    func incomplete() {
        let publication = Publication(MQTTPublish.kind, .fixed(["payload": "ON"]))
        #expect(throws: TemplateError.self) { try publication.render(ActionValues()) }
    }
}
