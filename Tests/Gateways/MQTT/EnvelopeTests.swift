import SaybusMessages
import Testing

@testable import SaybusMQTT

@Suite("Bus messages as MQTT payloads")
struct EnvelopeTests {
    private func read(_ text: String, _ kind: Kind = SpeechTranscript.kind) throws -> MQTTEnvelope.Incoming {
        try MQTTEnvelope.read(Array(text.utf8), of: kind)
    }

    @Test("what is published can be taken again, with the same id and turn")
    func roundTrip() throws {
        var header = Header(
            kind: SpeechTranscript.kind, session: .default, turn: TurnID(), source: try #require(Source("intent/a")),
            run: 1, sequence: 2, deadline: 1_900_000_000_000_000)
        let body = try SpeechTranscript(text: "on", engine: "text").wire(header: &header)
        let text = try #require(MQTTEnvelope.text(RawMessage(header: header, body: body)))
        let incoming = try read(text)
        #expect(incoming.id == header.id && incoming.turn == header.turn && incoming.deadline == header.deadline)
        #expect(incoming.body == ["text": "on", "confidence": 1, "engine": "text"])
    }

    @Test("a body alone, and plain text, stand for a message")
    func short() throws {
        #expect(try read(#"{"text": "lights off"}"#).body == ["text": "lights off", "confidence": 1, "engine": "text"])
        #expect(try read(" lights off\n").body == ["text": "lights off", "confidence": 1, "engine": "text"])
        #expect(try read("Dinner!", AudioSequence.kind).body == ["events": [["type": "speech", "text": "Dinner!"]]])
        #expect(try read("push-to-talk", ListenRequest.kind).body == ["mode": "push-to-talk"])
    }

    @Test(
        "what is neither JSON nor text is refused",
        arguments: ["", "  ", "{", #"{"body": {}, "header": {"id": 7}}"#, #"{"body": {}, "header": {"turn": "x"}}"#])
    func wrong(text: String) {
        #expect(throws: MessageError.self) { try read(text) }
    }

    @Test("plain text is refused for a kind that is no text, and so are bytes")
    func noText() {
        #expect(throws: MessageError.self) { try read("hello", CommandResponse.kind) }
        #expect(throws: MessageError.self) { try MQTTEnvelope.read([0xFF, 0xFE], of: SpeechTranscript.kind) }
    }

    @Test("sound is not put into JSON")
    func sound() throws {
        var header = Header(
            kind: AudioInput.kind, session: .default, source: try #require(Source("listen/a")), run: 1, sequence: 0)
        let body = AudioInput(index: 0, isLast: true, samples: [1, 0]).wire(header: &header)
        #expect(MQTTEnvelope.text(RawMessage(header: header, body: body)) == nil)
    }
}
