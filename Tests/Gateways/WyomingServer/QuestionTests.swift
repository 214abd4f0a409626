import SaybusBus
import SaybusExternalEngines
import SaybusMessages
import SaybusTesting
import Testing

@testable import SaybusWyomingServer

@Suite(
    "Questions to the user of a satellite",
    .enabled(if: GatewayUnderTest.hasEngines, "espeak-ng and pocketsphinx-en-us are installed"), .serialized,
    .timeLimit(.minutes(2)))
struct QuestionTests {
    private static let pizzeria = """
        app: pizzeria
        commands:
          Order:
            patterns: [order a pizza]
            do:
              - ask:
                  kind: select
                  prompt: What size?
                  options: [small, large]
                  as: size
                  do:
                    - speak: "A {size} pizza."
        """

    /// A satellite that waits for the wake word, and whose microphone is on.
    private struct Setting {
        let satellite: SatelliteUnderTest
        private let microphone: Task<Void, any Error>

        init(app: String = GatewayUnderTest.app) async throws {
            satellite = try await SatelliteUnderTest(["--wake", "hey computer"], app: app)
            let peer = satellite.peer
            try await peer.send(WyomingEvent(type: "run-pipeline", data: ["start_stage": "wake", "end_stage": "tts"]))
            try await satellite.event("detect")
            microphone = Task {
                // Without samples, so that no time passes in the sound.
                let chunk = WyomingEvent(type: "audio-chunk", data: ["rate": 16_000, "width": 2, "channels": 1])
                while !Task.isCancelled { try await peer.send(chunk) }
            }
        }

        func end() {
            microphone.cancel()
            satellite.leave()
        }
    }

    @Test("the answer to an app's question needs no wake word, and the next command needs one again")
    func question() async throws {
        let setting = try await Setting(app: Self.pizzeria)
        defer { setting.end() }
        let satellite = setting.satellite
        let other = try await WyomingPeer.connect(to: satellite.gateway.address, within: .seconds(10))
        defer { other.close() }
        func say(_ text: String) async throws {
            try await other.send(
                WyomingEvent(
                    type: "transcript",
                    data: ["text": .string(text), "context": ["conversation_id": "kitchen"]]))
        }
        try await say("order a pizza")
        #expect(try await satellite.event("synthesize").text("text") == "What size?")
        try await satellite.play()
        try await satellite.event("transcribe")
        // Somebody types the answer.
        try await say("large")
        #expect(try await satellite.events(until: "detect").contains { $0.type == "transcript" })
    }

    @Test("a request to listen needs no wake word either, until it is withdrawn")
    func request() async throws {
        let setting = try await Setting()
        defer { setting.end() }
        let bus = setting.satellite.bus
        let request = try bus.publish(ListenRequest(mode: .followUp), session: SatelliteUnderTest.kitchen)
        try await setting.satellite.event("transcribe")
        try bus.publish(ListenRequest.withdrawal(of: request.id), session: SatelliteUnderTest.kitchen)
        #expect(try await setting.satellite.events(until: "detect").contains { $0.type == "transcript" })
    }

    @Test("a question that is told twice is listened to once, and one that is over not at all")
    func twice() {
        let answer = ExpectedAnswer()
        let (first, second) = (MessageID(), MessageID())
        #expect(!answer.take())
        answer.open(first)
        #expect(answer.take())
        answer.open(first)
        #expect(!answer.take() && answer.isOpen)
        answer.open(second)
        answer.close(first)
        #expect(answer.isOpen && answer.take(), "the end of one question is not that of another")
        answer.close(second)
        #expect(!answer.take() && !answer.isOpen)
        answer.open(second)
        #expect(answer.take())
    }
}
