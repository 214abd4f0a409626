import SaybusConversation
import SaybusMessages
import SaybusSkills
import SaybusSupport
import SaybusTesting
import Testing

@Suite("A skill in many conversations of one bus", .timeLimit(.minutes(2)))
struct SkillHostTests {
    /// Returns a skill that stores every utterance in the session and repeats them all each time.
    private static func memory() -> ClosureSkill {
        ClosureSkill { request in
            guard request.request.type != "SessionEndedRequest" else { return answer() }
            var attributes = request.session?.attributes ?? [:]
            let intent = request.request.intent
            let said = intent?.slots?["topping"]?.value ?? intent?.slots?["size"]?.value
            if let said {
                let known = attributes["all"].map { "\($0.text()) " } ?? ""
                attributes["all"] = .string((known + said).replacing("\"", with: ""))
            }
            let all = attributes["all"].map { $0.text() } ?? "nothing"
            return answer(
                "\(request.session?.user?.userId ?? "") \(all)".replacing("\"", with: ""), reprompt: "And?",
                ends: intent?.name == "AMAZON.StopIntent", attributes: attributes)
        }
    }

    @Test("a skill whose values are read in another language than its own tells so when it starts")
    func otherLanguage() async throws {
        let text = #"""
            {"interactionModel": {"languageModel": {"invocationName": "rotes haus", "intents": [
              {"name": "A", "slots": [{"name": "x", "type": "AMAZON.NUMBER"}], "samples": ["nimm {x}"]}]}}}
            """#
        let bus = try await SkillBus(try makeModel(text, language: "de-DE"), Self.memory())
        let problems = await Task { @ConversationActor in bus.host.problems }.value
        #expect(problems.count == 1 && problems[0].contains("AMAZON.NUMBER are read in English"), "\(problems)")
    }

    @Test("sessions of different rooms never share attributes, whatever the utterances", arguments: [1, 2, 3])
    func apart(seed: Int) async throws {
        let skill = Self.memory()
        let bus = try await SkillBus(try pizzaModel(), skill)
        let rooms = ["kitchen", "hall", "attic", "cellar", "porch"].map(session)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for (index, room) in rooms.enumerated() {
                group.addTask {
                    var random = SplitMix(seed: UInt64(seed * 100 + index))
                    /// The utterances that the skill must know in this room; nil while no session is open.
                    var known: [String]?
                    for _ in 0..<25 {
                        let text =
                            [
                                "open pizza place", "a pizza with olives", "order a large pizza", "a pizza with salami",
                                "stop",
                            ]
                            .randomElement(using: &random) ?? ""
                        let end = try await bus.say(text, in: room)
                        switch text {
                        case "open pizza place": known = []
                        case "stop": break
                        default:
                            known?.append(text.hasPrefix("order") ? "large" : String(text.split(separator: " ")[3]))
                        }
                        guard let facts = known else {
                            #expect(end.outcome == .notUnderstood, "\(room): \(text)")
                            continue
                        }
                        let all = facts.isEmpty ? "nothing" : facts.joined(separator: " ")
                        #expect(end.spoken == "saybus.user.\(room) \(all)", "\(room): \(text)")
                        if text == "stop" { known = nil }
                    }
                }
            }
            try await group.waitForAll()
        }
        // Every session must belong to one room.
        var users: [String: Set<String>] = [:]
        for request in skill.requests {
            let session = try #require(request.session)
            users[session.sessionId, default: []].insert(session.user?.userId ?? "")
        }
        #expect(users.count > rooms.count && users.values.allSatisfy { $0.count == 1 })
        await bus.stop()
    }

    @Test("when the host has its maximum of conversations, only an idle one is dropped for a new one")
    func room() async throws {
        let skill = Self.memory()
        let bus = try await SkillBus(try pizzaModel(), skill, capacity: 2)
        let rooms = ["a", "b", "c", "d"].map(session)
        try await bus.say("open pizza place", in: rooms[0])
        try await bus.say("open pizza place", in: rooms[1])
        try await bus.say("stop", in: rooms[1])
        try await bus.say("open pizza place", in: rooms[2])
        #expect(await bus.held(of: rooms) == [rooms[0], rooms[2]])
        // This turn waits until a conversation has become idle.
        let waiting = try bus.send("open pizza place", in: rooms[3])
        try await bus.say("a pizza with olives", in: rooms[0])
        #expect(bus.recorder.all(TurnEnded.self).contains { $0.header.turn == waiting } == false)
        #expect(try await bus.say("stop", in: rooms[0]).spoken == "saybus.user.a olives")
        let end = try #require(await bus.recorder.first(TurnEnded.self) { $0.header.turn == waiting })
        #expect(end.body.spoken == "saybus.user.d nothing")
        #expect(await bus.held(of: rooms) == [rooms[2], rooms[3]])
        await bus.stop()
        #expect(skill.kinds.filter { $0 == "USER_INITIATED" }.count == 2, "those still open are ended")
    }

    @Test("the catalog lists the skill's intents while a session is open in any conversation, and no longer")
    func catalogs() async throws {
        let bus = try await SkillBus(try pizzaModel(), Self.memory())
        let rooms = ["a", "b"].map(session)
        let before = try #require(bus.recorder.bodies(Catalog.self).last)
        for room in rooms { try await bus.say("open pizza place", in: room) }
        let open = try #require(bus.recorder.bodies(Catalog.self).last)
        #expect(
            open.commands.contains { $0.type == "OrderIntent" } && open.commands.contains { $0.type == "LaunchRequest" }
        )
        try await bus.say("stop", in: rooms[0])
        #expect(try #require(bus.recorder.bodies(Catalog.self).last).revision == open.revision)
        try await bus.say("stop", in: rooms[1])
        #expect(try #require(bus.recorder.bodies(Catalog.self).last).revision == before.revision)
        await bus.stop()
        #expect(await bus.recorder.first(Catalog.self) { $0.body.commands.isEmpty } != nil)
    }
}
