import SaybusMessages
import SaybusTesting
import Testing

@Suite("Answers to questions in each app model", .serialized, .timeLimit(.minutes(3)))
struct AnswerModelTests {
    @Test(
        "a yes that may have been misheard confirms nothing, and the question stays open", arguments: AppModel.allCases)
    func misheard(model: AppModel) async throws {
        let bus = try await AppModelBus(model)
        #expect(try await bus.give("ask me").spoken == "Ready?")
        let unsure = try await bus.say("yes", confidence: 0.4)
        #expect(unsure.spoken?.contains("Good.") != true, "\(unsure)")
        let sure = try await bus.say("yes", confidence: 0.5)
        #expect(sure.outcome == .handled && sure.spoken == "Good.", "\(sure)")
        try await bus.expectEachTurnEndedOnce()
    }

    @Test("\"never mind\" ends a question and its turn as cancelled, and blames nobody", arguments: AppModel.allCases)
    func calledOff(model: AppModel) async throws {
        let bus = try await AppModelBus(model)
        #expect(try await bus.give("ask me").spoken == "Ready?")
        let end = try await bus.say("never mind")
        #expect(end.outcome == .cancelled && end.reason == "the user cancelled the question", "\(end)")
        #expect(try await bus.say("yes").outcome == .notUnderstood)
        try await bus.expectEachTurnEndedOnce()
    }
}
