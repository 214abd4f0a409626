import Foundation
import SaybusMessages
import SaybusPhrases
import SaybusTesting
import Testing

@Suite("The examples, as their tutorials describe them", .serialized)
struct ExamplesTests {
    @Test("the command tutorial has standard, extended and custom commands, and a question")
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

    @Test("a question is cancelled in the words of the language file")
    func cancel() async throws {
        var language = Language.english
        language.questions?.cancel = ["vergiss es"]
        let folder = try TemporaryFolder()
        let file = try folder.write("language.json", language.text)
        let example = try await Example("example-mail", environment: ["SAYBUS_LANGUAGE": file])
        let question = "Which one? Toby Pikachu or Susan Pikachu?"
        #expect(try await example.say("I choose you, Pikachu!").spoken == question)
        let other = try await example.say("never mind")
        #expect(other.spoken?.hasPrefix("Sorry, \"never mind\" is no answer to this.") == true, "\(other)")
        #expect(try await example.say("vergiss es").outcome == .cancelled)
        try await example.stop()
        withExtendedLifetime(folder) {}
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

    @Test("the product search speaks its introduction before its subtopic's list")
    func search() async throws {
        let example = try await Example("example-search")
        let preface = "Here's what I found matching your query:"
        #expect(try await example.say("search for breakfast").spoken == "\(preface) Waffles Pancakes Toast")
        #expect(try await example.say("search for an").spoken == "\(preface) Pancakes Bananas")
        #expect(try await example.say("play").spoken == "\(preface) Apples Waffles Pancakes Toast Bananas")
        try await example.stop()
    }

    @Test(
        "the podcast player uses dynamic topics, nested questions, tracks, settings and help in one long dialog"
    )
    func podcasts() async throws {
        let example = try await Example("example-podcasts")
        func expect(_ said: String, _ answer: String, _ outcome: TurnEnded.Outcome = .handled) async throws {
            let end = try await example.say(said)
            #expect(end.spoken == answer, "\(said)")
            #expect(end.outcome == outcome, "\(said): \(end.reason ?? "-")")
        }
        try await expect("search for science", "I found 2: Black Holes. The Deep Sea.")
        try await expect("next", "The Deep Sea, 47 minutes.")
        try await expect("say that again", "The Deep Sea, 47 minutes.")
        try await expect("switch to the kitchen tab", "I found 2: Sourdough. Knives.")
        try await expect(
            "peel the potatoes", "Say \"what can I say\" to hear what I understand.", .notUnderstood)
        // Tests an ambiguous name, a position and a yes.
        try await expect("select kitchen", "Which one: Sourdough or Knives?")
        try await expect("the last one", "Knives, 28 minutes. Shall I play it?")
        try await expect("no thanks", "As you like.")
        try await expect("select the first one", "Sourdough, 31 minutes. Shall I play it?")
        try await expect(
            "peanut butter", "Sorry, \"peanut butter\" is no answer to this. Sourdough, 31 minutes. Shall I play it?")
        try await expect("yes please", "You are listening to Sourdough, of Kitchen Talk.")
        // This command was not valid before.
        try await expect("skip five minutes", "Minute 5.")
        try await expect("tell me how long this is", "Sourdough takes 31 minutes.")
        try await expect("keep a note", "What shall I note?")
        try await expect("more salt", "At minute 5: more salt.")
        try await expect("set a sleep timer", "After how many minutes?")
        try await expect(
            "two hundred", "Sorry, 200 is not between 1 and 120. From one to a hundred and twenty: how many minutes?")
        try await expect("thirty", "I stop in 30 minutes.")
        try await expect("send it to a friend", "To Misty, Brock or Professor Oak?")
        try await expect("the professor", "Good. To Professor Oak, now?")
        try await expect("absolutely", "Professor Oak gets Sourdough.")
        try await expect("share this", "To Misty, Brock or Professor Oak?")
        let off = try await example.say("never mind")
        #expect(off.outcome == .cancelled && off.spoken == nil)
        try await expect("set the speech rate to one point five", "I speak 263 words a minute now.")
        try await expect("turn the volume down", "The volume is 80 percent.")
        let commands = try #require(try await example.say("what can i say").spoken)
        #expect(commands.contains("Says the last thing again.") && commands.hasSuffix("more."), "\(commands)")
        let help = try #require(try await example.say("help").spoken)
        #expect(help.contains("search for something") && help.contains("sleep timer"), "\(help)")
        try await expect("stop the player", "Goodbye, Kitchen Talk.")
        let unknown = try await example.say("peel the potatoes")
        #expect(unknown.outcome == .notUnderstood, "\(unknown)")
        #expect(await example.tracks.isSuperset(of: ["main", "voice-request", "episode", "chime"]))
        try await example.stop()
    }

    @Test("an app on standby takes over from a killed one, and nothing is done twice")
    func standby() async throws {
        let example = try await Example("example-list", ["--standby", "--instance", "one"])
        let second = try example.start("example-list", ["--standby", "--instance", "two"])
        #expect(try await second.ready().contains(" state=standby "))
        #expect(try await example.say("next").spoken == "Waffles")
        example.app.send(SIGKILL)
        #expect(try await example.say("next").spoken == "Waffles", "the successor begins anew")
        #expect(await example.invocations.allSatisfy { $0.value == 1 })
        second.send(SIGTERM)
        #expect(try await second.exitCode() == 0)
    }

    @Test("the successor of an app goes on with the settings that were changed while it stood by")
    func standbySettings() async throws {
        let folder = try TemporaryFolder()
        let environment = ["SAYBUS_STATE": folder.path]
        let options = ["--standby", "--session", "default", "--instance"]
        let example = try await Example("example-timers", options + ["one"], environment: environment)
        let second = try example.start("example-timers", options + ["two"], environment: environment)
        #expect(try await second.ready().contains(" state=standby "))
        #expect(try await example.say("speak faster").spoken == "I speak 210 words a minute now.")
        #expect(try await example.say("set a timer for twenty minutes").spoken == "All right.")
        example.app.send(SIGKILL)
        #expect(try await example.say("speak faster").spoken == "I speak 252 words a minute now.")
        #expect(try await example.say("list the timers").spoken?.contains("seconds are left") == true)
        second.send(SIGTERM)
        #expect(try await second.exitCode() == 0)
    }
}
