import SaybusMessages
import SaybusSkills
import Testing

@Suite("Repeating")
struct RepeatTests {
    private let skill = SkillBuilder()
        .addRequestHandlers(RepeatIntentHandler())
        .addRequestHandler("LaunchRequest") { $0.responseBuilder.speak("Welcome").reprompt("Well?").getResponse() }
        .addRequestHandler("PlainIntent") { _ in Response(outputSpeech: .plainText("a & b")) }
        .addRequestHandler("SilentIntent") { $0.responseBuilder.getResponse() }
        .addResponseInterceptors(LastSpeechInterceptor())
        .create()

    private func says(_ manager: inout SkillDialogManager, _ intent: String) async throws -> Response {
        try await manager.turn(type: "IntentRequest", nluResult: NLUResult(intent: intent))
    }

    @Test("the last speech is repeated with its reprompt any number of times; answers without speech change nothing")
    func repeats() async throws {
        var manager = SkillDialogManager(skill: skill)
        let first = try await manager.turn(type: "LaunchRequest")
        #expect(manager.session == ["speakOutput": "<speak>Welcome</speak>", "repromptSpeech": "<speak>Well?</speak>"])
        #expect(try await says(&manager, "AMAZON.RepeatIntent") == first)
        _ = try await says(&manager, "SilentIntent")
        #expect(try await says(&manager, "AMAZON.RepeatIntent") == first)
        _ = try await says(&manager, "PlainIntent")
        let plain = try await says(&manager, "AMAZON.RepeatIntent")
        #expect(plain.outputSpeech == .ssml("<speak>a &amp; b</speak>"))
        #expect(plain.reprompt == nil && plain.shouldEndSession == false)
    }

    @Test("before the first speech, the handler says that there is nothing to repeat")
    func nothing() async throws {
        var manager = SkillDialogManager(skill: skill)
        let response = try await says(&manager, "AMAZON.RepeatIntent")
        #expect(response.outputSpeech?.content == "<speak>I have not said anything yet.</speak>")
    }

    @Test("outside of sessions nothing is stored and nothing is repeated")
    func outside() async throws {
        let answer = try await skill.invoke(Samples.envelope(Samples.launch(), session: nil))
        #expect(answer.sessionAttributes == nil)
        await #expect(throws: SkillError.self) {
            try await skill.invoke(Samples.envelope(Samples.intent("AMAZON.RepeatIntent"), session: nil))
        }
    }
}
