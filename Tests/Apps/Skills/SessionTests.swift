import SaybusMessages
import SaybusSkills
import SaybusSupport
import Testing

@Suite("Sessions")
struct SessionTests {
    /// A skill that stores slot values in the session attributes, and clears them, fails or ends the session on
    /// demand.
    private static let notebook = SkillBuilder()
        .addRequestHandler("NoteIntent") { input in
            let slots = input.requestEnvelope.request.intent?.slots ?? [:]
            // Turns of other sessions may run here.
            await Task.yield()
            try input.attributesManager.getSessionAttributes().update { attributes in
                for (name, slot) in slots { attributes[name] = slot.value.map { .string($0) } }
            }
            return input.responseBuilder.reprompt("More?").getResponse()
        }
        .addRequestHandler("FailIntent") { _ in throw SkillError(.storage, "as it was told") }
        .addRequestHandler("ForgetIntent") { input in
            try input.attributesManager.setSessionAttributes(sessionAttributes: [:])
            return input.responseBuilder.reprompt("More?").getResponse()
        }
        .addRequestHandler("StopIntent") { $0.responseBuilder.withShouldEndSession(true).getResponse() }
        .addErrorHandler({ _, _ in true }) { input, _ in input.responseBuilder.reprompt("Again?").getResponse() }
        .create()

    @Test("attributes survive every turn, including failed ones, until the skill removes them")
    func survive() async throws {
        for seed in 0..<60 as Range<UInt64> {
            var random = SplitMix(seed: seed)
            var session = SkillSession(context: .local)
            var expected: [String: JSONValue] = [:]
            for turn in 0..<30 {
                let request: Request
                switch Int.random(in: 0..<10, using: &random) {
                case 0:
                    request = Samples.intent("ForgetIntent")
                    expected = [:]
                case 1: request = Samples.intent("FailIntent")
                case 2: request = Samples.launch()
                default:
                    let (name, value) = ("n\(Int.random(in: 0..<5, using: &random))", "v\(turn)")
                    request = Samples.intent("NoteIntent", slots: [name: Slot(name: name, value: value)])
                    expected[name] = .string(value)
                }
                let envelope = session.envelope(request)
                #expect(envelope.session?.new == (turn == 0))
                #expect(envelope.session?.sessionId == session.id)
                // Encoding and decoding simulates a skill in another process.
                let sent = try RequestEnvelope(parsing: envelope.json())
                let answer = try await Self.notebook.invoke(sent)
                session.take(try ResponseEnvelope(parsing: answer.json()))
                #expect(session.attributes == expected)
            }
        }
    }

    @Test("concurrent sessions of a skill do not share attributes")
    func neverMix() async throws {
        await withTaskGroup(of: Void.self) { group in
            for number in 0..<20 {
                group.addTask {
                    var session = SkillSession(context: .local)
                    var expected: [String: JSONValue] = [:]
                    for turn in 0..<20 {
                        let (name, value) = ("n\(turn % 4)", "\(number).\(turn)")
                        expected[name] = .string(value)
                        let request = Samples.intent("NoteIntent", slots: [name: Slot(name: name, value: value)])
                        guard let answer = try? await Self.notebook.invoke(session.envelope(request)) else { return }
                        session.take(answer)
                        #expect(session.attributes == expected)
                    }
                    #expect(session.attributes.count == 4)
                }
            }
        }
    }

    @Test("each session has its own id, and is over when the skill ends it")
    func ids() async throws {
        var session = SkillSession(context: .local)
        #expect(session.isNew && !session.isOver && session.id != SkillSession(context: .local).id)
        for (request, isOver) in [(Samples.launch(), false), (Samples.intent("StopIntent"), true)] {
            session.take(try await Self.notebook.invoke(session.envelope(request)))
            #expect(session.isOver == isOver && !session.isNew)
        }
    }

    @Test("an answer without attributes clears them")
    func forgets() {
        var session = SkillSession(context: .local)
        session.take(ResponseEnvelope(sessionAttributes: ["a": 1], response: Response()))
        #expect(session.attributes == ["a": 1])
        session.take(ResponseEnvelope(response: Response()))
        #expect(session.attributes == [:])
    }
}
