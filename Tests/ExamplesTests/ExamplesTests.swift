import Bus
import Foundation
import Messages
import SaybusTesting
import Testing

/// An example as a process, with the real intent and audio stages.
private final class Example: Sendable {
    private let test: TestBus
    private let client: Bus
    private let ends: Subscription<TurnEnded>
    private let programs: [ProgramUnderTest]
    private let app: ProgramUnderTest

    init(_ name: String) async throws {
        test = try TestBus()
        client = try test.connect("client")
        ends = client.subscribe(TurnEnded.self)
        let catalogs = client.subscribe(Catalog.self)
        try await client.ready()
        let bus = ["--bus", test.address.url]
        programs = [
            try ProgramUnderTest("saybus-intent", bus), try ProgramUnderTest("saybus-audio", bus + ["--sink", "null"]),
        ]
        for program in programs { try await program.ready() }
        app = try ProgramUnderTest(name, bus)
        try await app.ready()
        try #require(await catalogs.first { !$0.body.commands.isEmpty } != nil)
    }

    func say(_ text: String) async throws -> TurnEnded {
        let turn = TurnID()
        try client.publish(SpeechTranscript(text: text, engine: "text"), turn: turn)
        return try #require(await ends.first { $0.header.turn == turn }).body
    }

    func stop() async throws {
        app.send(SIGTERM)
        #expect(try await app.exitCode(within: .seconds(3)) == 0)
    }
}

@Suite("The examples, as their tutorials tell them", .serialized)
struct ExamplesTests {
    @Test("the command tutorial: standard, widened and custom commands, and a question")
    func commands() async throws {
        let example = try await Example("example-commands")
        for (text, answer) in [
            ("What are the available commands?", "Available Commands"),
            ("set speech rate to one point five", "Set speech rate to 1.5"),
            ("search for waffles", "Search for waffles"),
            ("select Jiffy", "Select Jiffy"), ("select the third one", "Select item number 3"),
            ("I choose you, Pikachu!", "Choose Pikachu!"), ("what's up", "Greetings!"),
            ("show me something", "Greetings!"),
        ] { #expect(try await example.say(text).spoken == "Received command: \(answer)", "\(text)") }
        #expect(try await example.say("knock knock").spoken == "Go away!")
        #expect(try await example.say("help").spoken == "What would you like help with?")
        #expect(try await example.say("my homework").spoken == "Received command: Help with my homework")
        #expect(try await example.say("blue sky").outcome == .notUnderstood)
        try await example.stop()
    }

    @Test("the mail app asks which of two friends is meant")
    func mail() async throws {
        let example = try await Example("example-mail")
        #expect(try await example.say("I choose you, John Smith!").spoken == "John Smith gets the message.")
        #expect(
            try await example.say("I choose you, Pikachu!").spoken == "Which one? Toby Pikachu or Susan Pikachu?")
        let asked = try await example.say("Misty")
        #expect(asked.spoken?.hasPrefix("Sorry, \"Misty\" is no answer to this. Which one?") == true)
        #expect(try await example.say("Susan").spoken == "Susan Pikachu gets the message.")
        #expect(try await example.say("I choose you, Charmander!").spoken == "I know nobody called Charmander.")
        try await example.stop()
    }

    @Test("the product list is read and stepped through")
    func list() async throws {
        let example = try await Example("example-list")
        #expect(try await example.say("play").spoken == "Apples Waffles Pancakes Toast Bananas")
        #expect(try await example.say("next").spoken == "Waffles")
        #expect(try await example.say("select the fourth one").spoken == "Toast")
        #expect(try await example.say("previous").spoken == "Pancakes")
        try await example.stop()
    }

    @Test("the product search puts its preface before the list of its subtopic")
    func search() async throws {
        let example = try await Example("example-search")
        let preface = "Here's what I found matching your query:"
        #expect(try await example.say("search for breakfast").spoken == "\(preface) Waffles Pancakes Toast")
        #expect(try await example.say("search for an").spoken == "\(preface) Pancakes Bananas")
        #expect(try await example.say("play").spoken == "\(preface) Apples Waffles Pancakes Toast Bananas")
        try await example.stop()
    }
}
