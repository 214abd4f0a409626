import Foundation
import SaybusMessages
import SaybusTesting
import Testing

@Suite(
    "The gateway, judged by the protocol's own client",
    .enabled(
        if: GatewayUnderTest.hasEngines && GatewayUnderTest.hasClient,
        "espeak-ng, pocketsphinx-en-us and the Python package wyoming are installed"), .serialized)
struct WyomingClientTests {
    @Test("what is offered, a ping, speech in both directions, and a text that comes in pieces")
    func speech() async throws {
        let gateway = try await GatewayUnderTest(["--wake", "hey computer"])
        let info = try await gateway.client("info")
        #expect(info["asr"] == ["pocketsphinx"] && info["asr_streams"] == true)
        #expect(info["wake"] == ["hey computer"] && info["handle"] == ["saybus"] && info["intent"] == ["saybus"])
        guard case .array(let voices)? = info["tts"] else { throw CocoaError(.coderInvalidValue) }
        #expect(voices.count > 20 && info["attribution"] == "Saybus" && info["version"] != .string(""))
        #expect(try await gateway.client("ping")["text"] == "hello")
        // A person who speaks to Home Assistant says the words of the app's catalog.
        let spoken = try await gateway.wav("turn on the kitchen light")
        let heard = try await gateway.client("transcribe", spoken)
        guard case .string(let text)? = heard["text"], case .string(let joined)? = heard["joined"] else {
            throw CocoaError(.coderInvalidValue)
        }
        // The pattern has an optional s. The words that were sent piece by piece are the beginning of the text.
        #expect(["turn on the kitchen light", "turn on the kitchen lights"].contains(text) && text.hasPrefix(joined))
        #expect(heard["started"] == true)
        let sound = try await gateway.client("speak", "The kitchen light is on.")
        guard case .number(let seconds)? = sound["seconds"] else { throw CocoaError(.coderInvalidValue) }
        #expect(sound["starts"] == 1 && sound["stops"] == 1 && sound["rate"] == 22_050 && seconds > 1)
        let streamed = try await gateway.client("speak-streamed", "The light ", "is on. And the oven", " is off.")
        #expect(streamed["starts"] == 1 && streamed["stops"] == 1)
        let unknown = try await gateway.client("speak", "Hello.", "nobody")
        #expect(unknown["error"]?["text"] != nil)
    }

    @Test("a wake word is detected although the sound ends right after it, and other words are not")
    func wake() async throws {
        let gateway = try await GatewayUnderTest(["--wake", "hey computer"])
        let word = try await gateway.wav("hey computer", tail: 0)
        let found = try await gateway.client("detect", word, "hey_computer_v0.1")
        #expect(found["type"] == "detection" && found["name"] == "hey_computer")
        let other = try await gateway.client("detect", try await gateway.wav("turn on the kitchen light"))
        #expect(other["type"] == "not-detected")
    }

    @Test("a whole turn with its spoken answer, a meaning without a turn, and words that no app knows")
    func turns() async throws {
        let gateway = try await GatewayUnderTest()
        let turn = try await gateway.client("handle", "turn on the bedroom light", "01HOME")
        #expect(turn["type"] == "handled" && turn["text"] == "The bedroom light is on.")
        #expect(turn["chunks"] == turn["text"] && turn["context"]?["conversation_id"] == "01HOME")
        let meaning = try await gateway.client("recognize", "switch on the kitchen lights")
        #expect(meaning["name"] == "Light" && meaning["entities"] == ["room": "kitchen"])
        #expect(try await gateway.client("recognize", "hello world")["type"] == "not-recognized")
        #expect(try await gateway.client("handle", "hello world")["type"] == "not-handled")
        gateway.gateway.send(SIGTERM)
        #expect(try await gateway.gateway.exitCode(within: .seconds(20)) == 0)
    }
}
