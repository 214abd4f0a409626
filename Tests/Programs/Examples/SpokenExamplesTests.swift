import Foundation
import SaybusMessages
import SaybusTesting
import Testing

@Suite(
    "The examples, by voice",
    .enabled(
        if: FileManager.default.isExecutableFile(atPath: "/usr/bin/espeak-ng")
            && FileManager.default.fileExists(atPath: "/usr/share/pocketsphinx/model/en-us/en-us"),
        "espeak-ng and pocketsphinx-en-us are installed"), .serialized)
struct SpokenExamplesTests {
    @Test(
        "each example understands speech",
        arguments: [
            ("example-commands", "what can i say", "Received command: Available Commands"),
            ("example-list", "select the fourth one", "Toast"),
            (
                "example-search", "play",
                "Here's what I found matching your query: Apples Waffles Pancakes Toast Bananas"
            ),
        ])
    func understands(name: String, said: String, answer: String) async throws {
        let example = try await Example(name, ears: true)
        #expect(try await example.speak(said).spoken == answer)
        try await example.stop()
    }

    @Test("the mail app's question is answered by voice with the second Pikachu")
    func question() async throws {
        let example = try await Example("example-mail", ears: true)
        #expect(try await example.say("I choose you, Pikachu!").spoken == "Which one? Toby Pikachu or Susan Pikachu?")
        #expect(try await example.speak("the second one").spoken == "Susan Pikachu gets the message.")
        try await example.stop()
    }

    @Test("the podcast player's episode is chosen, confirmed and measured by voice")
    func player() async throws {
        let example = try await Example("example-podcasts", ears: true)
        #expect(try await example.speak("select the third one").spoken == "Sourdough, 31 minutes. Shall I play it?")
        #expect(try await example.speak("yes please").spoken == "You are listening to Sourdough, of Kitchen Talk.")
        #expect(try await example.speak("stop after a while").spoken == "After how many minutes?")
        #expect(try await example.speak("twenty").spoken == "I stop in 20 minutes.")
        try await example.stop()
    }

    @Test("a YAML app's questions for size, number and confirmation are answered by voice")
    func file() async throws {
        let pizza =
            PackageFolder.containing().path + "/deploy/examples/pizza.yaml"
        let example = try await Example("saybus-dispatch", ["--app", pizza], ears: true)
        #expect(try await example.speak("order a pizza").spoken == "Welcome to the pizzeria. What size?")
        #expect(try await example.speak("family size").spoken == "How many large pizzas?")
        #expect(try await example.speak("two").spoken == "2 large pizzas. Is that right?")
        #expect(
            try await example.speak("yes please").spoken
                == "Thank you. You can add toppings, deliver it, or say that is all.")
        #expect(try await example.speak("with mushrooms").spoken == "With mushrooms.")
        try await example.stop()
    }
}
