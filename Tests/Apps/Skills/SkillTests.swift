import SaybusMessages
import SaybusSkills
import Testing

@Suite("Skill")
struct SkillTests {
    private let builder = SkillBuilders.custom().addRequestHandler({ _ in true }) { input in
        input.responseBuilder.speak("Hello").getResponse()
    }

    @Test("the answer has the version, the response and the session's attributes")
    func answer() async throws {
        let answer = try await builder.create().invoke(Samples.envelope(Samples.launch(), attributes: ["a": 1]))
        #expect(
            answer
                == ResponseEnvelope(
                    version: "1.0", sessionAttributes: ["a": 1], userAgent: "saybus-skills",
                    response: Response(outputSpeech: .ssml("<speak>Hello</speak>"))))
        let bare = try await builder.create().invoke(Samples.envelope(Samples.launch()))
        #expect(bare.sessionAttributes == [:])
        let outside = try await builder.create().invoke(Samples.envelope(Samples.launch(), session: nil))
        #expect(outside.sessionAttributes == nil)
    }

    @Test("a skill with an id answers only requests for that id, and its error handlers do not see others")
    func skillId() async throws {
        let skill = builder.withSkillId("mine").addErrorHandler({ _, _ in true }) { input, _ in
            input.responseBuilder.getResponse()
        }.create()
        _ = try await skill.invoke(Samples.envelope(Samples.launch(), application: "mine"))
        let error = await #expect(throws: SkillError.self) {
            try await skill.invoke(Samples.envelope(Samples.launch(), application: "other"))
        }
        #expect(error?.code == .wrongSkill)
    }

    @Test("the host's context reaches the handlers")
    func context() async throws {
        let skill = SkillBuilder().addRequestHandler({ _ in true }) { input in
            input.responseBuilder.speak("\(input.context as? Int ?? 0)").getResponse()
        }.create()
        let answer = try await skill.invoke(Samples.envelope(Samples.launch()), context: 7)
        #expect(answer.response.outputSpeech?.content == "<speak>7</speak>")
    }

    @Test("deriving a builder leaves the original unchanged, and the configuration is readable")
    func builders() {
        let other = builder.withSkillId("mine").addRequestHandler("x") { $0.responseBuilder.getResponse() }
        #expect(builder.getSkillConfiguration().requestHandlers.count == 1)
        #expect(builder.getSkillConfiguration().skillId == nil)
        #expect(other.getSkillConfiguration().requestHandlers.count == 2)
        #expect(other.getSkillConfiguration().skillId == "mine")
    }

    @Test("error handlers do not handle the cancellation of a turn")
    func cancelled() async throws {
        let skill = SkillBuilder().addRequestHandler({ _ in true }) { input in
            // This loop ends when the task is cancelled.
            for await _ in AsyncStream<Never>.makeStream().stream {}
            try Task.checkCancellation()
            return input.responseBuilder.getResponse()
        }.addErrorHandler({ _, _ in true }) { input, _ in input.responseBuilder.getResponse() }.create()
        let turn = Task { try await skill.invoke(Samples.envelope(Samples.launch())) }
        turn.cancel()
        await #expect(throws: CancellationError.self) { try await turn.value }
    }
}
