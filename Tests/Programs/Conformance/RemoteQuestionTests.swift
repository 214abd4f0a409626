import Foundation
import SaybusBus
import SaybusMessages
import SaybusTesting
import Testing

/// A remote app whose responses the test determines.
private final class AppDouble: Sendable {
    let bus: Bus
    private let commands: Subscription<CommandInvoked>
    private let name: String

    init(_ pipeline: RemoteAppPipeline, _ name: String, pattern: String) async throws {
        self.name = name
        bus = try pipeline.test.connect(.app, instance: name)
        commands = bus.subscribe()
        try await bus.ready()
        try publishStatus(.ready)
        try bus.publish(Catalog(app: name, commands: [.init(type: "Go", patterns: [pattern])]))
        try await pipeline.waitForCatalog(name)
    }

    func publishStatus(_ state: StageStatus.State) throws {
        try bus.publish(StageStatus(role: .app, instance: name, state: state, pid: 1, uptimeMs: 0))
    }

    /// Answers the next command for this app, and returns the command.
    @discardableResult
    func answer(_ response: CommandResponse) async throws -> CommandInvoked {
        let command = try await next()
        try bus.publish(response, answering: command.header)
        return command.body
    }

    /// Returns the next command for this app.
    func next() async throws -> Message<CommandInvoked> {
        try #require(await commands.first { $0.body.app == self.name })
    }
}

@Suite("Questions of remote apps over a bus")
struct RemoteQuestionTests {
    private func ask(_ question: VoiceRequestStatus.Question, _ feedback: String? = nil) -> CommandResponse {
        CommandResponse(feedback: feedback, followUp: question)
    }

    @Test(
        "the Python app asks which contact is meant, asks again, accepts position, alias and name, and can be cancelled",
        .enabled(if: TestEnvironment.hasZeroMQ))
    func mail() async throws {
        let pipeline = try await RemoteAppPipeline(
            app: """
                app: hall
                commands:
                  Light:
                    patterns: [turn the lights on]
                    do: [{speak: "Done."}]
                """)
        let script = try ProgramUnderTest(
            TestEnvironment.python, ["-B", TestEnvironment.project + "/deploy/python/mail.py"],
            environment: ["SAYBUS_BUS": pipeline.test.address.url])
        try await script.ready()
        try await pipeline.waitForCatalog("mail")
        #expect(try await pipeline.publishText("I choose you, John!")?.spoken == "John Smith gets the message.")
        for (answer, name) in [("the second one", "Susan"), ("toby", "Toby"), ("Susan Pikachu", "Susan")] {
            let asked = try await pipeline.publishText("I choose you, Pikachu!")
            #expect(asked?.spoken == "Which one? Toby Pikachu or Susan Pikachu?" && asked?.outcome == .handled)
            let end = try await pipeline.publishText(answer)
            #expect(end?.spoken == "\(name) Pikachu gets the message.", "\(answer)")
            #expect(end?.app == "mail" && end?.command == "Choose" && end?.outcome == .handled)
        }
        _ = try await pipeline.publishText("I choose you, Pikachu!")
        let again = try await pipeline.publishText("Misty")
        #expect(again?.spoken?.hasPrefix("Sorry, \"Misty\" is no answer to this. Which one?") == true)
        let given = try await pipeline.publishText("Brock")
        #expect(given?.spoken?.hasSuffix("Then nobody gets the message.") == true, "\(given?.spoken ?? "-")")
        _ = try await pipeline.publishText("I choose you, Pikachu!")
        let off = try await pipeline.publishText("never mind")
        #expect(off?.outcome == .cancelled && off?.spoken == nil)
        #expect(try await pipeline.publishText("turn the lights on")?.app == "hall", "the session is free again")
        script.send(SIGTERM)
        #expect(try await script.exitCode() == 0)
    }

    @Test(
        "a command for another app during a question is not taken as the answer, and the question stays open"
    )
    func calledMeanwhile() async throws {
        let pipeline = try await RemoteAppPipeline(
            app: """
                app: hall
                commands:
                  Who:
                    patterns: [who is there]
                    do: [{ask: {kind: string, prompt: Who?, as: who, do: [{speak: "Hello {who}."}]}}]
                """)
        let app = try await AppDouble(pipeline, "dice", pattern: "roll the dice")
        #expect(try await pipeline.publishText("who is there")?.spoken == "Who?")
        async let end = pipeline.publishText("ask dice to roll the dice")
        try await app.answer(CommandResponse(feedback: "A six."))
        #expect(try await end?.spoken == "A six.")
        #expect(try await pipeline.publishText("the cook")?.spoken == "Hello the cook.")
    }

    @Test("every kind of question works, one after the other in one session, until the app asks no more")
    func chain() async throws {
        let pipeline = try await RemoteAppPipeline()
        let app = try await AppDouble(pipeline, "quiz", pattern: "quiz me")
        let statuses = pipeline.observer.subscribe(VoiceRequestStatus.self)
        let catalogs = pipeline.observer.subscribe(Catalog.self)
        try await pipeline.observer.ready()
        async let begun = pipeline.publishText("quiz me")
        try await app.answer(ask(.init(kind: "string", prompt: "Who are you?"), "Gladly."))
        #expect(try await begun?.spoken == "Gladly. Who are you?")
        // The catalog contains the patterns of the answer.
        #expect(
            await catalogs.first {
                $0.body.commands.contains { $0.type == "answer" && $0.patterns.contains("@answer") }
            }
                != nil)
        let steps: [(String, VoiceRequestStatus.Question, String)] = [
            ("the cook", .init(kind: "confirmation", prompt: "Really?"), "answer=the cook"),
            ("you bet", .init(kind: "number", prompt: "How many eggs?", minimum: 1, maximum: 12), "answer=yes"),
            ("twelve", .init(kind: "select", prompt: "Pan or pot?", options: ["pan", "pot"]), "answer=12"),
            (
                "the last one", .init(kind: "pattern", prompt: "Where?", patterns: ["row @row shelf @shelf:Number"]),
                "answer=pot index=1"
            ),
        ]
        for (said, next, values) in steps {
            async let end = pipeline.publishText(said)
            let command = try await app.answer(ask(next))
            #expect(try await end?.spoken == next.prompt)
            #expect(command.answer?.outcome == .given && command.type == "Go" && command.text == said)
            let given = command.parameters.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value.value)" }
            #expect(given.joined(separator: " ") == values)
        }
        async let last = pipeline.publishText("row b shelf three")
        let command = try await app.answer(CommandResponse(feedback: "Thank you."))
        #expect(command.parameters["row"]?.value == .text("b") && command.parameters["shelf"]?.value == .number(3))
        #expect(try await last?.spoken == "Thank you.")
        #expect(await statuses.first { $0.body.question.kind == "pattern" && $0.body.state == .completed } != nil)
        #expect(try await pipeline.publishText("turn the lights on")?.app == "kitchen")
        await app.bus.close()
    }

    @Test("what an app says after an answer is heard before its next question")
    func words() async throws {
        let pipeline = try await RemoteAppPipeline()
        let app = try await AppDouble(pipeline, "quiz", pattern: "quiz me")
        let sequences = pipeline.observer.subscribe(AudioSequence.self)
        try await pipeline.observer.ready()
        func track(of words: String) async -> String? {
            await sequences.first { $0.body.spokenText.contains(words) }?.body.trackName
        }
        async let begun = pipeline.publishText("quiz me")
        try await app.answer(ask(.init(kind: "confirmation", prompt: "Shall we begin?")))
        #expect(try await begun?.spoken == "Shall we begin?")
        async let second = pipeline.publishText("yes")
        let command = try await app.next().header
        try app.bus.publish(CommandResponse(feedback: "One moment.", isTerminal: false), answering: command)
        let next = VoiceRequestStatus.Question(kind: "confirmation", prompt: "Ready?")
        try app.bus.publish(
            CommandResponse(followUp: next, events: [.speech(.init("These are the rules."))]), answering: command)
        #expect(await track(of: "One moment.") == "voice-request")
        #expect(await track(of: "These are the rules.") == "voice-request")
        #expect(await track(of: "Ready?") == "voice-request")
        #expect(try await second?.outcome == .handled)
        async let last = pipeline.publishText("yes")
        try await app.answer(CommandResponse(events: [.speech(.init("This is your prize."))]))
        #expect(await track(of: "This is your prize.") == AudioSequence.defaultTrack)
        #expect(try await last?.outcome == .handled)
        await app.bus.close()
    }

    @Test("an app that asks again after its question was left unanswered is told so: the turn fails with an apology")
    func askedAfterTheEnd() async throws {
        let pipeline = try await RemoteAppPipeline()
        let app = try await AppDouble(pipeline, "shop", pattern: "buy it")
        async let asked = pipeline.publishText("buy it")
        try await app.answer(ask(.init(kind: "confirmation", prompt: "Really?", retries: 0)))
        #expect(try await asked?.spoken == "Really?")
        async let end = pipeline.publishText("peanut butter")
        let command = try await app.answer(ask(.init(kind: "string", prompt: "What then?"), "All right."))
        #expect(command.answer?.outcome == .unanswered)
        let ended = try await end
        #expect(ended?.outcome == .failed && ended?.spoken?.contains("All right.") == true)
        #expect(ended?.reason?.contains("asks again after its question was left unanswered") == true)
        await app.bus.close()
    }

    @Test("a question ends when its app dies: an apology is spoken, and the session is usable again")
    func death() async throws {
        let pipeline = try await RemoteAppPipeline()
        let app = try await AppDouble(pipeline, "lamp", pattern: "glow now")
        let everything = pipeline.observer.subscribe(to: [VoiceRequestStatus.self, AudioSequence.self])
        try await pipeline.observer.ready()
        async let asked = pipeline.publishText("glow now")
        try await app.answer(ask(.init(kind: "string", prompt: "Which colour?")))
        #expect(try await asked?.spoken == "Which colour?")
        try app.publishStatus(.failed)
        var failed: VoiceRequestStatus?
        var apology = false
        for await case .message(let message) in everything {
            if let status = try? message.decode(VoiceRequestStatus.self).body, status.state == .failed {
                failed = status
            } else if let sequence = try? message.decode(AudioSequence.self).body {
                apology = sequence.spokenText == "Sorry, that did not work."
            }
            if failed != nil, apology { break }
        }
        #expect(failed?.reason == "the app lamp that asks is failed")
        #expect(try await pipeline.publishText("turn the lights on")?.app == "kitchen")
        // The same if the app dies while it processes the answer.
        try app.publishStatus(.ready)
        async let again = pipeline.publishText("glow now")
        try await app.answer(ask(.init(kind: "string", prompt: "Which colour?")))
        _ = try await again
        async let end = pipeline.publishText("red")
        #expect(try await app.next().body.answer != nil)
        try app.publishStatus(.failed)
        #expect(try await end?.outcome == .failed)
        #expect(try await pipeline.publishText("turn the lights on")?.app == "kitchen")
        await app.bus.close()
    }

    @Test("an app that is started anew before it has taken the answer carries it out, and the turn does not fail")
    func restart() async throws {
        let pipeline = try await RemoteAppPipeline()
        let app = try await AppDouble(pipeline, "lamp", pattern: "glow now")
        async let asked = pipeline.publishText("glow now")
        try await app.answer(ask(.init(kind: "string", prompt: "Which colour?")))
        #expect(try await asked?.spoken == "Which colour?")
        async let end = pipeline.publishText("red")
        #expect(try await app.next().body.answer != nil)
        await app.bus.close()
        let successor = try pipeline.test.connect(.app, instance: "lamp")
        let commands = successor.subscribe(CommandInvoked.self)
        try await successor.ready()
        try successor.publish(StageStatus(role: .app, instance: "lamp", state: .ready, pid: 1, uptimeMs: 0))
        let answer = try #require(await commands.first { $0.body.answer != nil })
        try successor.publish(CommandResponse(feedback: "It is red."), answering: answer.header)
        let ended = try await end
        #expect(ended?.outcome == .handled && ended?.spoken == "It is red.", "\(String(describing: ended))")
        await successor.close()
    }

    @Test("a question that follows a confirmed command ends when its app dies, also when it is asked again")
    func deathAfterConfirmation() async throws {
        let pipeline = try await RemoteAppPipeline()
        let app = try await AppDouble(pipeline, "lamp", pattern: "glow now")
        let statuses = pipeline.observer.subscribe(VoiceRequestStatus.self)
        try await pipeline.observer.ready()
        #expect(try await pipeline.publishText("glow now", confidence: 0.4)?.spoken == "Glow now?")
        async let asked = pipeline.publishText("yes")
        try await app.answer(ask(.init(kind: "number", prompt: "How bright?")))
        #expect(try await asked?.spoken == "How bright?")
        #expect(try await pipeline.publishText("peanut butter")?.spoken?.hasSuffix("How bright?") == true)
        try app.publishStatus(.failed)
        let failed = await statuses.first { $0.body.state == .failed }
        #expect(failed?.body.reason == "the app lamp that asks is failed")
        #expect(try await pipeline.publishText("turn the lights on")?.app == "kitchen")
        await app.bus.close()
    }

    @Test("a command that the user confirms goes to the program that has replaced its app meanwhile")
    func replacedMeanwhile() async throws {
        let pipeline = try await RemoteAppPipeline()
        let app = try await AppDouble(pipeline, "lamp", pattern: "glow now")
        let (catalogs, statuses) = (
            pipeline.observer.subscribe(Catalog.self), pipeline.observer.subscribe(StageStatus.self)
        )
        try await pipeline.observer.ready()
        #expect(try await pipeline.publishText("glow now", confidence: 0.4)?.spoken == "Glow now?")
        let successor = try pipeline.test.connect(.app, instance: "lamp-2")
        let commands = successor.subscribe(CommandInvoked.self)
        try await successor.ready()
        try successor.publish(Catalog(app: "lamp", commands: [.init(type: "Go", patterns: ["glow now"])]))
        #expect(await catalogs.first { $0.header.source == successor.source } != nil)
        try app.publishStatus(.stopped)
        #expect(await statuses.first { $0.body.instance == "lamp" && $0.body.state == .stopped } != nil)
        async let end = pipeline.publishText("yes")
        let command = try #require(await commands.first { $0.body.app == "lamp" })
        try successor.publish(CommandResponse(feedback: "It glows."), answering: command.header)
        #expect(try await end?.spoken == "It glows.")
        #expect(command.body.owner == successor.source)
        await app.bus.close()
        await successor.close()
    }

    @Test(
        "two apps can ask in two sessions at the same time; of two questions in one session, the newer one is open"
    )
    func two() async throws {
        let pipeline = try await RemoteAppPipeline()
        let lamp = try await AppDouble(pipeline, "lamp", pattern: "glow now")
        let radio = try await AppDouble(pipeline, "radio", pattern: "play something")
        let hall = try #require(Session(rawValue: "hall"))
        async let first = pipeline.publishText("glow now")
        try await lamp.answer(ask(.init(kind: "string", prompt: "Which colour?")))
        async let second = pipeline.publishText("play something", in: hall)
        try await radio.answer(ask(.init(kind: "string", prompt: "Which station?")))
        #expect(try await (first?.spoken, second?.spoken) == ("Which colour?", "Which station?"))
        async let station = pipeline.publishText("two", in: hall)
        #expect(try await radio.answer(CommandResponse(feedback: "Here is two.")).text == "two")
        async let colour = pipeline.publishText("red")
        #expect(try await lamp.answer(CommandResponse(feedback: "It is red.")).text == "red")
        #expect(try await (station?.spoken, colour?.spoken) == ("Here is two.", "It is red."))

        // Another dispatcher's app asks while this app is still processing its command, and once more.
        let other = try pipeline.test.connect(.dispatch, instance: "zz")
        try await other.ready()
        let passed = pipeline.observer.subscribe(VoiceRequestStatus.self)
        try await pipeline.observer.ready()
        async let asked = pipeline.publishText("glow now")
        let command = try await lamp.next()
        let question = VoiceRequestStatus(
            request: MessageID(), state: .presented, question: .init(kind: "string", prompt: "Who is there?"))
        try other.publish(question)
        _ = try #require(await passed.first { $0.header.source == other.source })
        try lamp.bus.publish(ask(.init(kind: "string", prompt: "Which colour?")), answering: command.header)
        let end = try await asked
        #expect(end?.outcome == .handled && end?.spoken == "Which colour?")
        // Of two questions the one with the later time is open, and two programs on a busy machine may differ by some
        // milliseconds about the time.
        let later = Header(
            kind: VoiceRequestStatus.kind, session: .default, turn: nil, source: other.source, run: other.run,
            sequence: 1, at: other.now + 10_000_000)
        try other.publish(
            frames: RawMessage(header: later, body: Array(try JSONEncoder().encode(question))).frames)
        let cancelled = try await lamp.answer(CommandResponse())
        #expect(cancelled.answer?.outcome == .cancelled)
        await other.close()
        await lamp.bus.close()
        await radio.bus.close()
    }

    @Test("the question of an app that the user calls by its name ends the open one of another app")
    func called() async throws {
        let pipeline = try await RemoteAppPipeline()
        let lamp = try await AppDouble(pipeline, "lamp", pattern: "glow now")
        let radio = try await AppDouble(pipeline, "radio", pattern: "play something")
        async let first = pipeline.publishText("glow now")
        try await lamp.answer(ask(.init(kind: "confirmation", prompt: "Brightly?")))
        #expect(try await first?.spoken == "Brightly?")
        async let second = pipeline.publishText("ask radio to play something")
        try await radio.answer(ask(.init(kind: "confirmation", prompt: "Loudly?")))
        #expect(try await lamp.answer(CommandResponse()).answer?.outcome == .cancelled)
        #expect(try await second?.spoken == "Loudly?")
        async let third = pipeline.publishText("yes")
        #expect(try await radio.answer(CommandResponse(feedback: "It plays.")).text == "yes")
        #expect(try await third?.spoken == "It plays.")
        await lamp.bus.close()
        await radio.bus.close()
    }
}
