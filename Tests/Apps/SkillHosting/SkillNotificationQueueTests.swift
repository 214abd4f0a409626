import SaybusConversation
import SaybusSkills
import Testing

@testable import SaybusSkillHosting

/// Waits until the task is cancelled.
private func hang() async {
    for await _ in AsyncStream<Void>.makeStream().stream {}
}

@Suite("Notifications to a skill", .timeLimit(.minutes(1)))
struct SkillNotificationQueueTests {
    @Test("a notification that exceeds its time is dropped and reported, and the next one is delivered")
    @ConversationActor
    func givenUp() async {
        let events = SkillNotificationQueue()
        events.limit = .milliseconds(20)
        var reports: [String] = []
        var delivered = 0
        events.report = { reports.append($0) }
        events.add("telling the skill of the end") { await hang() }
        events.add("telling the skill more") { delivered += 1 }
        await events.settled()
        #expect(reports == ["telling the skill of the end took longer than 20 ms: it is given up"])
        #expect(delivered == 1 && events.isIdle)
    }

    @Test("waiting for the queue has a timeout")
    @ConversationActor
    func settleTimeout() async {
        let events = SkillNotificationQueue()
        #expect(await events.settled(within: .milliseconds(1)), "there is nothing to wait for")
        let (gate, opening) = AsyncStream.makeStream(of: Void.self)
        events.add("telling the skill") { for await _ in gate {} }
        #expect(await events.settled(within: .milliseconds(20)) == false)
        opening.finish()
        #expect(await events.settled(within: .seconds(30)))
    }

    @Test("a skill that never accepts the end of a session can be launched again")
    func opening() async throws {
        let skill = ClosureSkill { request in
            if request.request.type == "SessionEndedRequest" { await hang() }
            return answer("Welcome.")
        }
        let bus = try await SkillBus(try pizzaModel(), skill)
        try await bus.say("open pizza place")
        // The user ends the session by launching the skill again.
        try await bus.say("open pizza place")
        #expect(skill.kinds.contains("USER_INITIATED"))
        #expect(skill.kinds.filter { $0 == "LaunchRequest" }.count == 2)
        await bus.stop()
    }
}
