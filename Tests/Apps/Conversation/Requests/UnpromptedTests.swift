import SaybusConversation
import SaybusDispatch
import SaybusMessages
import SaybusTesting
import Testing

@Suite("Questions and answers that follow no words of the user", .timeLimit(.minutes(1)))
struct UnpromptedTests {
    @Test("a question that an app asks by itself during the last words of an answer is asked behind them")
    func question() async throws {
        let log = Log()
        let harness = try await Harness { manager in
            let catalog = CommandRecognizerCatalog()
            catalog.addCommandRecognizer(PlayCommandRecognizer(responseBuilder: { .say("Once upon a time.") }))
            manager.commandRegistry = catalog
        }
        harness.audio.hold()
        let telling = try harness.send("play")
        _ = try #require(
            await harness.recorder.first(AudioPlayback.self) {
                $0.header.turn == telling && $0.body.state == .started
            })
        try await Task { @ConversationActor in
            try harness.manager.presentVoiceRequest(
                StringRequest(promptText: "Is it dark?") { log.add($0 ?? "nobody") })
        }.value
        try harness.audio.release()
        let end = await harness.recorder.first(TurnEnded.self) { $0.header.turn == telling }
        #expect(end?.body.outcome == .handled && end?.body.spoken == "Once upon a time.")
        _ = try #require(await harness.state(.listening))
        #expect(harness.spoken == ["Once upon a time.", "Is it dark?"])
        #expect(try await harness.say("quite").outcome == .handled)
        #expect(await log.lines == ["quite"])
        try await harness.stop()
    }

    @Test(
        "a request for a command listens for those of its own registry until words have come, then for the others again"
    )
    func ownRegistry() async throws {
        let harness = try await Harness { manager in
            let doors = CommandRecognizerCatalog()
            let door = CustomCommandRecognizer(customType: "Door", responseBuilder: { .say("It opens.") })
            door.addTextMatcher(PatternCommandMatcher(pattern: "open sesame"))
            doors.addCommandRecognizer(door)
            let catalog = CommandRecognizerCatalog()
            catalog.addCommandRecognizer(
                HelpCommandRecognizer(responseBuilder: { .ask(VerbalCommandRequest(registry: doors)) }))
            manager.commandRegistry = catalog
        }
        #expect(try await harness.say("open sesame").outcome == .notUnderstood)
        for (text, isUnderstood) in [("open sesame", true), ("help", false)] {
            #expect(try await harness.say("help").outcome == .handled)
            #expect(try await harness.say(text).outcome == (isUnderstood ? .handled : .notUnderstood), "\(text)")
        }
        #expect(try await harness.say("help").outcome == .handled)
        #expect(harness.spoken == ["It opens."])
        try await harness.stop()
    }

    @Test("a question that an app asks while it is set up is announced when its conversation is on the bus")
    func early() async throws {
        let log = Log()
        let harness = try await Harness { manager in
            try? manager.presentVoiceRequest(StringRequest(promptText: "Who is there?") { log.add($0 ?? "nobody") })
        }
        let asked = await harness.state(.presented)
        #expect(asked?.body.question == .init(kind: "string", prompt: "Who is there?"))
        _ = try #require(await harness.state(.listening))
        #expect(try await harness.say("susan").outcome == .handled)
        #expect(await log.lines == ["susan"])
        try await harness.stop()
    }

    @Test("a menu item that is chosen while an app is set up is carried out when its conversation is on the bus")
    func earlyChoice() async throws {
        let harness = try await Harness { manager in
            let catalog = CommandRecognizerCatalog()
            let light = CustomCommandRecognizer(customType: "Light", responseBuilder: { .say("It is on.") })
            light.addMenuItem(label: "Light")
            catalog.addCommandRecognizer(light)
            manager.commandRegistry = catalog
            for item in manager.menuItems { manager.choose(item) }
        }
        let end = await harness.recorder.first(TurnEnded.self)
        #expect(end?.body.command == "Light" && end?.body.spoken == "It is on.")
        try await harness.stop()
    }

    /// Supplies yes as the answer to the open question, in a task of a turn.
    @ConversationActor
    private func agree(in turn: ConversationTurn, _ manager: ConversationManager) -> Bool {
        ConversationTurn.$current.withValue(turn) {
            manager.requests.respondImmediately(to: Interpretation(value: true))
        }
    }

    @Test("an answer that an app supplies in a task of a turn that is over has a turn of its own")
    func answer() async throws {
        let log = Log()
        let harness = try await Harness.asking {
            ConfirmationRequest(promptText: "Shall I?") { log.add("\($0.map(String.init) ?? "nil")") }
        }
        let asking = try harness.send("help")
        _ = try #require(await harness.recorder.first(TurnEnded.self) { $0.header.turn == asking })
        let over = ConversationTurn(id: TurnID(), cause: nil) { _, _ in }
        over.fail("it is over")
        let isTaken = await agree(in: over, harness.manager)
        #expect(isTaken)
        let end = await harness.recorder.first(TurnEnded.self) { $0.header.causes.isEmpty }
        #expect(end?.body.outcome == .handled)
        #expect(await log.lines == ["true"])
        try await harness.stop()
    }
}
