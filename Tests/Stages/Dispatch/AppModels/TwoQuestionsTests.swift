import Foundation
import SaybusBus
import SaybusMessages
import SaybusTesting
import Testing

@Suite("Questions of two programs in one conversation", .serialized, .timeLimit(.minutes(3)))
struct TwoQuestionsTests {
    @Test("the newer question ends the older one, so that one yes answers one question", arguments: AppModel.allCases)
    func newer(model: AppModel) async throws {
        let bus = try await AppModelBus(model)
        var asked = try await ask(bus)
        var other = VoiceRequestStatus(
            request: MessageID(), state: .presented, question: .init(kind: "confirmation", prompt: "With cheese?"))
        // The other one ends itself.
        try publish(other, at: asked.header.at - 1, number: 0, on: bus)
        #expect(try await bus.say("yes").spoken == "Good.")
        other.state = .completed
        try publish(other, at: bus.client.now, number: 1, on: bus)

        asked = try await ask(bus, after: asked)
        let open = asked.body.request
        other.state = .presented
        try publish(other, at: asked.header.at + 1, number: 2, on: bus)
        _ = try #require(
            await bus.recorder.first(VoiceRequestStatus.self) {
                $0.body.request == open && $0.body.state == .cancelled
            })
        other.state = .completed
        try publish(other, at: bus.client.now, number: 3, on: bus)
        #expect(try await bus.say("yes").spoken != "Good.")
        try await bus.expectEachTurnEndedOnce()
    }

    @Test(
        "words that came before a question neither answer nor end it: a command, a call, an answer to another program",
        arguments: AppModel.allCases)
    func earlier(model: AppModel) async throws {
        let bus = try await AppModelBus(model)
        let asked = try await ask(bus)
        var other = VoiceRequestStatus(
            request: MessageID(), state: .listening, question: .init(kind: "confirmation", prompt: "With cheese?"))
        let command = SpeechIntent(
            text: "go", hypotheses: [.init(app: "other", type: "Go", confidence: 1)], engine: "test")
        try publish(command, at: asked.header.at - 1, number: 0, on: bus)
        let call = SpeechIntent(
            text: "open pets", hypotheses: [.init(app: "pets", type: "LaunchRequest", confidence: 1)], engine: "test")
        try publish(call, at: asked.header.at - 1, number: 1, on: bus)
        try bus.client.publish(other)
        let yes = SpeechIntent(text: "yes", hypotheses: [], engine: "test")
        try publish(yes, at: asked.header.at - 1, number: 2, on: bus)
        #expect(try await bus.say("yes").spoken == "Good.")
        #expect(!bus.recorder.bodies(VoiceRequestStatus.self).contains { $0.state == .invalid })
        other.state = .completed
        try bus.client.publish(other)
        try await bus.expectEachTurnEndedOnce()
    }

    /// Lets the app ask, and returns the message that presents the question.
    private func ask(
        _ bus: AppModelBus, after former: Message<VoiceRequestStatus>? = nil
    ) async throws -> Message<VoiceRequestStatus> {
        #expect(try await bus.give("ask me").spoken == "Ready?")
        let formerRequest = former?.body.request
        return try #require(
            await bus.recorder.first(VoiceRequestStatus.self) {
                $0.header.source != bus.client.source && $0.body.state == .presented
                    && $0.body.request != formerRequest
            })
    }

    /// Publishes a message as of another time.
    private func publish<Body: BusMessage>(
        _ body: Body, at time: Int64, number: Int, on bus: AppModelBus
    ) throws {
        let header = Header(
            kind: Body.kind, session: .default, turn: Body.kind == SpeechIntent.kind ? TurnID() : nil,
            source: bus.client.source, run: bus.client.run, sequence: number, at: time)
        try bus.client.publish(
            frames: RawMessage(header: header, body: Array(try JSONEncoder().encode(body))).frames)
    }
}
