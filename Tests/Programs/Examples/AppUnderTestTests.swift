import SaybusPhrases
import SaybusTesting
import Testing

@Suite("An app under test")
struct AppUnderTestTests {
    @Test("what the test says is understood in the language of the app's environment")
    func language() async throws {
        var language = Language.english
        language.numbers.units["zwei"] = 2
        let folder = try TemporaryFolder()
        let file = try folder.write("language.json", language.text)
        let app = try await AppUnderTest("example-first", environment: [Language.variable: file])
        try await app.say("add zwei").expect("That makes 2.", parameters: ["cups": "2"])
        let other = try await AppUnderTest("example-first")
        try await other.say("add zwei").expect(outcome: .notUnderstood)
        await #expect(throws: LanguageError.self) {
            try await AppUnderTest("example-first", environment: [Language.variable: folder.path("none.json")])
        }
    }

    @Test("each time that the app speaks by itself is heard once, in its own conversation")
    func heardOnce() async throws {
        let app = try await AppUnderTest("example-timers")
        try await app.say("set a timer for 0.1 seconds").expect("All right.")
        #expect(try await app.expectToHear("Your timer") == "Your timer of 0.1 seconds.")
        try await app.say("set a timer for 0.2 seconds", in: "office").expect("All right.")
        #expect(try await app.expectToHear("Your timer", in: "office") == "Your timer of 0.2 seconds.")
        try await app.say("set a timer for 0.3 seconds").expect("All right.")
        #expect(try await app.expectToHear("Your timer") == "Your timer of 0.3 seconds.")
    }

    @Test("a name that cannot be that of a conversation is an error, and nothing is said")
    func conversations() async throws {
        let app = try await AppUnderTest("example-first")
        let error = await #expect(throws: ExpectationError.self) {
            try await app.say("I had a coffee", in: "my kitchen!")
        }
        #expect(error?.description.contains("my kitchen!") == true)
        await #expect(throws: ExpectationError.self) { try await app.saySilence(in: "my kitchen!") }
        await #expect(throws: ExpectationError.self) { try await app.expectToHear("first", in: "my kitchen!") }
        #expect(throws: ExpectationError.self) { try app.beginToSpeak(in: "my kitchen!") }
        #expect(throws: ExpectationError.self) { try app.commands(in: "my kitchen!") }
        try await app.say("I had a coffee").expect("Your first today.")
    }
}
