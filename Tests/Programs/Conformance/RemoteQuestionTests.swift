import Foundation
import SaybusBus
import SaybusMessages
import SaybusTesting
import Testing

/// A remote app that answers each command as the test says.
private final class AppDouble: Sendable {
    let bus: Bus
    private let commands: Subscription<CommandInvoked>
    private let name: String

    init(_ table: RemoteTable, _ name: String, pattern: String) async throws {
        self.name = name
        bus = try table.test.connect("app", instance: name)
        commands = bus.subscribe()
        try await bus.ready()
        try tell(.ready)
        try bus.publish(Catalog(app: name, commands: [.init(type: "Go", patterns: [pattern])]))
        await table.waitForCatalog(name)
    }

    func tell(_ state: StageStatus.State) throws {
        try bus.publish(StageStatus(role: "app", instance: name, state: state, pid: 1, uptimeMs: 0))
    }

    /// The next command for it, answered.
    @discardableResult
    func answer(_ response: CommandResponse) async throws -> CommandInvoked {
        let command = try await next()
        try bus.publish(response, answering: command.header)
        return command.body
    }

    /// The next command for it.
    func next() async throws -> Message<CommandInvoked> {
        try #require(await commands.first { $0.body.app == self.name })
    }
}

@Suite("Questions of remote apps, over a bus")
struct RemoteQuestionTests {
    private func ask(_ question: VoiceRequestStatus.Question, _ feedback: String? = nil) -> CommandResponse {
        CommandResponse(feedback: feedback, followUp: question)
    }

    @Test(
        "two Pikachus: the Python app asks which one, asks again, takes place, alias and name, and can be called off",
        .enabled(if: Place.hasZeroMQ))
    func mail() async throws {
        let table = try await RemoteTable(
            app: """
                app: hall
                commands:
                  Light:
                    patterns: [turn the lights on]
                    do: [{speak: "Done."}]
                """)
        let script = try ProgramUnderTest(
            Place.python, ["-B", Place.project + "/deploy/python/mail.py"],
            environment: ["SAYBUS_BUS": table.test.address.url])
        try await script.ready()
        await table.waitForCatalog("pokemon-mail")
        #expect(try await table.say("I choose you, John!")?.spoken == "John Smith gets the message.")
        for (answer, name) in [("the second one", "Susan"), ("toby", "Toby"), ("Susan Pikachu", "Susan")] {
            let asked = try await table.say("I choose you, Pikachu!")
            #expect(asked?.spoken == "Which one? Toby Pikachu or Susan Pikachu?" && asked?.outcome == .handled)
            let end = try await table.say(answer)
            #expect(end?.spoken == "\(name) Pikachu gets the message.", "\(answer)")
            #expect(end?.app == "pokemon-mail" && end?.command == "Choose" && end?.outcome == .handled)
        }
        _ = try await table.say("I choose you, Pikachu!")
        let again = try await table.say("Misty")
        #expect(again?.spoken?.hasPrefix("Sorry, \"Misty\" is no answer to this. Which one?") == true)
        let given = try await table.say("Brock")
        #expect(given?.spoken?.hasSuffix("Then nobody gets the message.") == true, "\(given?.spoken ?? "-")")
        _ = try await table.say("I choose you, Pikachu!")
        let off = try await table.say("never mind")
        #expect(off?.outcome == .cancelled && off?.spoken == nil)
        #expect(try await table.say("turn the lights on")?.app == "hall", "the session is free again")
        script.send(SIGTERM)
        #expect(try await script.exitCode(within: .seconds(3)) == 0)
    }

    @Test(
        "an app that is called by its name while another one asks is not answered to that one, whose question goes on waiting"
    )
    func calledMeanwhile() async throws {
        let table = try await RemoteTable(
            app: """
                app: hall
                commands:
                  Who:
                    patterns: [who is there]
                    do: [{ask: {kind: string, prompt: Who?, as: who, do: [{speak: "Hello {who}."}]}}]
                """)
        let app = try await AppDouble(table, "dice", pattern: "roll the dice")
        #expect(try await table.say("who is there")?.spoken == "Who?")
        async let end = table.say("ask dice to roll the dice")
        try await app.answer(CommandResponse(feedback: "A six."))
        #expect(try await end?.spoken == "A six.")
        #expect(try await table.say("the cook")?.spoken == "Hello the cook.")
    }

    @Test("every kind of question, one after the other in one conversation, until the app asks no more")
    func chain() async throws {
        let table = try await RemoteTable()
        let app = try await AppDouble(table, "quiz", pattern: "quiz me")
        let statuses = table.ear.subscribe(VoiceRequestStatus.self)
        let catalogs = table.ear.subscribe(Catalog.self)
        try await table.ear.ready()
        async let begun = table.say("quiz me")
        try await app.answer(ask(.init(kind: "string", prompt: "Who are you?"), "Gladly."))
        #expect(try await begun?.spoken == "Gladly. Who are you?")
        // The recognizers know what an answer looks like.
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
            async let end = table.say(said)
            let command = try await app.answer(ask(next))
            #expect(try await end?.spoken == next.prompt)
            #expect(command.answer?.outcome == .given && command.type == "Go" && command.text == said)
            let given = command.parameters.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value.value)" }
            #expect(given.joined(separator: " ") == values)
        }
        async let last = table.say("row b shelf three")
        let command = try await app.answer(CommandResponse(feedback: "Thank you."))
        #expect(command.parameters["row"]?.value == .text("b") && command.parameters["shelf"]?.value == .number(3))
        #expect(try await last?.spoken == "Thank you.")
        #expect(await statuses.first { $0.body.question.kind == "pattern" && $0.body.state == .completed } != nil)
        #expect(try await table.say("turn the lights on")?.app == "kitchen")
        await app.bus.close()
    }

    @Test("a question of an app that dies is over: the user hears it, and the conversation is free")
    func death() async throws {
        let table = try await RemoteTable()
        let app = try await AppDouble(table, "lamp", pattern: "glow now")
        let everything = table.ear.subscribe(to: [VoiceRequestStatus.self, AudioSequence.self])
        try await table.ear.ready()
        async let asked = table.say("glow now")
        try await app.answer(ask(.init(kind: "string", prompt: "Which colour?")))
        #expect(try await asked?.spoken == "Which colour?")
        try app.tell(.failed)
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
        #expect(try await table.say("turn the lights on")?.app == "kitchen")
        // Dead with the answer in hand: the same.
        try app.tell(.ready)
        async let again = table.say("glow now")
        try await app.answer(ask(.init(kind: "string", prompt: "Which colour?")))
        _ = try await again
        async let end = table.say("red")
        #expect(try await app.next().body.answer != nil)
        try app.tell(.failed)
        #expect(try await end?.outcome == .failed)
        #expect(try await table.say("turn the lights on")?.app == "kitchen")
        await app.bus.close()
    }

    @Test("two apps ask in two conversations at once; in one conversation a second question is refused in words")
    func two() async throws {
        let table = try await RemoteTable()
        let lamp = try await AppDouble(table, "lamp", pattern: "glow now")
        let radio = try await AppDouble(table, "radio", pattern: "play something")
        let hall = try #require(Session(rawValue: "hall"))
        async let first = table.say("glow now")
        try await lamp.answer(ask(.init(kind: "string", prompt: "Which colour?")))
        async let second = table.say("play something", in: hall)
        try await radio.answer(ask(.init(kind: "string", prompt: "Which station?")))
        #expect(try await (first?.spoken, second?.spoken) == ("Which colour?", "Which station?"))
        async let station = table.say("two", in: hall)
        #expect(try await radio.answer(CommandResponse(feedback: "Here is two.")).text == "two")
        async let colour = table.say("red")
        #expect(try await lamp.answer(CommandResponse(feedback: "It is red.")).text == "red")
        #expect(try await (station?.spoken, colour?.spoken) == ("Here is two.", "It is red."))

        // Another dispatcher's app asks while ours thinks about it.
        let other = try table.test.connect("dispatch", instance: "zz")
        try await other.ready()
        let passed = table.ear.subscribe(VoiceRequestStatus.self)
        try await table.ear.ready()
        async let refused = table.say("glow now")
        let command = try await lamp.next()
        try other.publish(
            VoiceRequestStatus(
                request: MessageID(), state: .listening, question: .init(kind: "string", prompt: "Who is there?")))
        _ = await passed.first { $0.header.source == other.source }
        try lamp.bus.publish(ask(.init(kind: "string", prompt: "Which colour?")), answering: command.header)
        let end = try await refused
        #expect(end?.outcome == .failed && end?.spoken == "Sorry, I cannot ask you that now.")
        #expect(end?.reason?.contains("\"Which colour?\" cannot be asked: \"Who is there?\" is being asked") == true)
        let told = try await lamp.answer(CommandResponse())
        #expect(told.answer?.outcome == .cancelled)
        await other.close()
        await lamp.bus.close()
        await radio.bus.close()
    }
}
