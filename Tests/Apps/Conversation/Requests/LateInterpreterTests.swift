import SaybusMessages
import SaybusTesting
import Testing

@testable import SaybusConversation

/// An interpreter that refuses every answer, or fails, when it is let go.
private struct GatedInterpreter: VoiceRequestInterpreter {
    struct Failure: Error {}

    let isWorking: Watched<Bool>
    let isLetGo: Watched<Bool>
    let fails: Bool

    func interpret(_ result: SpeechRecognitionResult) async throws -> Interpretation<String> {
        isWorking.change { $0 = true }
        await isLetGo.wait { $0 }
        if fails { throw Failure() }
        return Interpretation(errors: [ValidationError(.invalidInput, reason: "too late")])
    }
}

@Suite("Late interpreters", .timeLimit(.minutes(1)))
struct LateInterpreterTests {
    @Test(
        "what an interpreter says of a request that was cancelled does not touch the next one",
        arguments: [false, true])
    func late(fails: Bool) async throws {
        let (isWorking, isLetGo) = (Watched(false), Watched(false))
        let harness = try await Harness.asking {
            let request = StringRequest(promptText: "First?")
            request.interpreter = GatedInterpreter(isWorking: isWorking, isLetGo: isLetGo, fails: fails)
            return request
        }
        #expect(try await harness.say("help").spoken == "First?")
        let turn = try harness.send("blue")
        try await isWorking.require("the interpreter's start") { $0 }
        await harness.manager.cancelVoiceRequest()
        let end = await harness.recorder.first(TurnEnded.self) { $0.header.turn == turn }
        #expect(end?.body.outcome == .cancelled)
        try await Task { @ConversationActor in
            let requests = harness.manager.requests
            try harness.manager.presentVoiceRequest(StringRequest(promptText: "Second?"))
            let error = requests.error.reason
            isLetGo.change { $0 = true }
            while requests.isWorking { await Task.yield() }
            #expect(requests.errors.isEmpty && requests.error.reason == error)
        }.value
        #expect(try await harness.say("green").outcome == .handled)
        #expect(harness.states.last == .completed)
        try await harness.stop()
    }
}
