import SaybusTesting
import Testing

@Suite("The coffee counter")
struct FirstAppTests {
    @Test("coffees are counted, in each conversation for itself")
    func counts() async throws {
        let app = try await AppUnderTest("example-first")
        try await app.say("I had a coffee").expect("Your first today.", command: "Drink")
        try await app.say("I had two cups of coffee").expect("That makes 3.", parameters: ["cups": "2"])
        try await app.say("I had a coffee", in: "office").expect("Your first today.")
    }

    @Test("the counter is forgotten only after a yes")
    func asks() async throws {
        let app = try await AppUnderTest("example-first")
        try await app.say("add five").expect("That makes 5.")
        try await app.say("forget the coffees").expect("Forget all 5?")
        try await app.say("help").expect("Say yes to begin anew. Forget all 5?")
        try await app.say("no, not yet").expect("I keep them.")
        try await app.say("reset the counter").expect("Forget all 5?")
        try await app.say("yes that's fine").expect("Forgotten.")
        try await app.say("I had a coffee").expect("Your first today.")
    }

    @Test("a kind of coffee is understood by each of its names")
    func kinds() async throws {
        let app = try await AppUnderTest("example-first")
        try await app.say("what is a short black").expect("Short and strong.", parameters: ["kind": "espresso"])
        try await app.say("what is a flat white").expect("Espresso with hot milk.", command: "Explain")
        try await app.say("what is a tea").expect(outcome: .notUnderstood)
    }

    @Test("other words are not understood, and what can be said is told")
    func others() async throws {
        let app = try await AppUnderTest("example-first")
        try await app.say("sing a song").expect(outcome: .notUnderstood)
        try await app.say("what can I say").expect("Counts coffees.")
        #expect(try app.commands().map(\.type).contains("Reset"))
        #expect(try await app.stop() == 0)
    }
}
