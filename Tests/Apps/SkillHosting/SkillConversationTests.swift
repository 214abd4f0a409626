import SaybusConversation
import SaybusSkills
import Testing

@testable import SaybusSkillHosting

/// A skill that answers its first request when the gate opens, even if the turn has been cancelled.
private struct SlowSkill: Skill {
    let gate: AsyncStream<Void>

    func invoke(_ envelope: RequestEnvelope) async -> ResponseEnvelope {
        guard envelope.request.type == "LaunchRequest" else { return answer() }
        // A detached task, which is not cancelled with the turn.
        await Task.detached { [gate] in for await _ in gate {} }.value
        return answer("Welcome.", reprompt: "Well?")
    }
}

/// A skill that fails at its first request, and answers the others.
private struct BrokenSkill: Skill {
    func invoke(_ envelope: RequestEnvelope) async throws -> ResponseEnvelope {
        guard envelope.request.type != "LaunchRequest" else { throw SkillFailure(.refused, "the oven is off") }
        return answer("Still here.")
    }
}

@Suite("A skill in a conversation", .timeLimit(.minutes(1)))
struct SkillConversationTests {
    @Test("a skill in the program itself has a time limit for each answer")
    @ConversationActor
    func limit() async throws {
        let (gate, opening) = AsyncStream.makeStream(of: Void.self)
        let manager = ConversationManager(name: "pizza-place")
        let conversation = SkillConversation(model: try pizzaModel(), skill: SlowSkill(gate: gate), in: manager)
        #expect(conversation.turn.limit == HTTPSkill.defaultTimeout)
        conversation.turn.limit = .milliseconds(50)
        let response = await conversation.respond { $0.heard(.launch) }
        #expect(response.problem == "the skill took longer than 50 ms")
        #expect(response.feedbackPrompt?.message == "Sorry, pizza place takes too long to answer.")
        opening.finish()
        let remote = SkillConversation(
            model: try pizzaModel(), skill: HTTPSkill(url: "http://localhost:1"), in: manager)
        #expect(remote.turn.limit == nil, "it limits itself")
    }

    @Test("a line that a program's skill cannot answer is answered with the reason")
    func lines() async throws {
        let lines = EnvelopeLines(BrokenSkill())
        #expect(SkillRefusal(parsing: await lines.answer(to: "hello"))?.error.contains("cannot be read") == true)
        let stamp = RequestStamp.now()
        let request = RequestEnvelope(
            context: SkillIdentity(applicationID: "a", userID: "u", deviceID: "d").context,
            request: .launchRequest(
                LaunchRequest(requestId: stamp.id, timestamp: stamp.timestamp, locale: "en-US")))
        let line = String(decoding: try request.json(), as: UTF8.self)
        #expect(SkillRefusal(parsing: await lines.answer(to: line))?.error == "the oven is off")
    }

    @Test("only an object whose sole key is the error is a refusal, and no line of a log that has one, too")
    func refusal() {
        #expect(SkillRefusal(parsing: Array(#"{"error": "why"}"#.utf8))?.error == "why")
        for line in [#"{"error": "why", "level": "warning"}"#, #"{"error": 1}"#, #"{"level": "error"}"#, #""error""#] {
            #expect(SkillRefusal(parsing: Array(line.utf8)) == nil)
        }
    }

    @Test("a cancelled turn ends its session, whatever the skill answers later")
    @ConversationActor
    func calledOff() async throws {
        let (gate, opening) = AsyncStream.makeStream(of: Void.self)
        let manager = ConversationManager(name: "pizza-place")
        let conversation = SkillConversation(model: try pizzaModel(), skill: SlowSkill(gate: gate), in: manager)
        let turn = Task { @ConversationActor in _ = await conversation.respond { $0.heard(.launch) } }
        while !conversation.isOpen { await Task.yield() }
        turn.cancel()
        while conversation.isOpen { await Task.yield() }
        opening.finish()
        await turn.value
        #expect(!conversation.isOpen)
    }
}
