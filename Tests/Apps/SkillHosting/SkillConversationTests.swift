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

@Suite("A skill in a conversation", .timeLimit(.minutes(1)))
struct SkillConversationTests {
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
