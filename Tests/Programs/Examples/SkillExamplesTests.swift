import Foundation
import SaybusMessages
import SaybusSkillHosting
import SaybusTesting
import Synchronization
import Testing

@Suite("Skills over a bus", .serialized)
struct SkillExamplesTests {
    /// The test's temporary files.
    private let files: TemporaryFolder

    init() throws { files = try TemporaryFolder() }

    private static let folder = PackageFolder.containing().appending(path: "deploy/examples/pizza-place")
    private static let model = folder.appending(path: "en-US.json").path
    private static let python = ProcessInfo.processInfo.environment["SAYBUS_PYTHON"]

    /// Returns a description of the example's skill with another host.
    private func description(_ host: String) throws -> String {
        try files.write("skill.yaml", "skill: pizza-place\nmodel: \(Self.model)\n\(host)\n")
    }

    /// Returns a description of a skill with few intents.
    private func tiny(_ intents: String) throws -> String {
        let model = try files.write(
            "tiny.json", #"{"languageModel": {"invocationName": "tiny skill", "intents": [\#(intents)]}}"#)
        let program = ProgramUnderTest.path(of: "example-pizza-skill")
        return try files.write("tiny.yaml", "skill: tiny\nmodel: \(model)\nprogram: [\(program), --json-lines]\n")
    }

    /// Returns an app with one command.
    private func kitchen() throws -> String {
        try files.write(
            "kitchen.yaml",
            """
            app: kitchen
            commands:
              Light:
                patterns: [turn on the light]
                do:
                  - speak: The light is on.
            """)
    }

    private static let lastOrder = #"{"name": "LastOrderIntent", "samples": ["what did i say"]}"#

    /// Starts a skill with Amazon's SDK behind HTTP.
    private func server() async throws -> (ProgramUnderTest, address: String) {
        let skill = Self.folder.appending(path: "../../python/pizza_skill.py").standardizedFileURL.path
        let server = try ProgramUnderTest(try #require(Self.python), ["-B", skill, "--port", "0"])
        return (server, try await server.line { $0.hasPrefix("http://") })
    }

    private func expectDialogs(_ example: Example) async throws {
        let script = try DialogScript(contentsOf: Self.folder.appending(path: "dialogs.yaml").path)
        for dialog in script.dialogs {
            for turn in dialog.turns {
                let end = try await example.say(turn.user)
                let place = "\(dialog.name): \(turn.user)"
                #expect(end.outcome == .handled, "\(place): \(end.reason ?? "-")")
                #expect(end.spoken == turn.speech, "\(place)")
                let request = turn.request?.split(separator: " ").first.map(String.init)
                #expect(end.command == (request == "none" ? nil : request), "\(place)")
            }
        }
        try await example.stop()
    }

    @Test("a skill program takes part in a conversation by itself")
    func program() async throws {
        try await expectDialogs(Example("example-pizza-skill", ["--model", Self.model]))
    }

    @Test("the host runs a skill program")
    func child() async throws {
        let program = ProgramUnderTest.path(of: "example-pizza-skill")
        try await expectDialogs(
            Example("saybus-dispatch", ["--skill", description("program: [\(program), --json-lines]")]))
    }

    @Test(
        "a skill with Amazon's SDK answers over HTTP",
        .enabled(if: python != nil, "SAYBUS_PYTHON with ask-sdk-core is there"))
    func endpoint() async throws {
        let (server, address) = try await server()
        try await expectDialogs(Example("saybus-dispatch", ["--skill", description("endpoint: \(address)")]))
        server.send(SIGTERM)
    }

    @Test("silence leads to the reprompt, then to the end of the session; after that only its name opens the skill")
    func silence() async throws {
        let example = try await Example("example-pizza-skill", ["--model", Self.model])
        #expect(try await example.say("order a pizza").outcome == .notUnderstood)
        _ = try await example.say("open pizza place")
        #expect(try await example.silence().spoken == "Say, for instance: a large pizza with olives.")
        #expect(try await example.silence().spoken == nil)
        #expect(try await example.say("order a pizza").outcome == .notUnderstood)
        try await example.stop()
    }

    @Test("the hello skill gets TimeoutRequests")
    func hello() async throws {
        let model = Self.folder.appending(path: "../../../Sources/Examples/HelloSkill/en-US.json").standardizedFileURL
            .path
        let example = try await Example("example-hello-skill", ["--model", model, "--timeout-requests"])
        #expect(try await example.say("open hello world").spoken == "Welcome! You can say hello.")
        #expect(try await example.silence().spoken == "Are you there?")
        #expect(try await example.say("repeat").spoken == "Are you there?")
        #expect(try await example.say("say hello").spoken == "Hello World!")
        #expect(try await example.say("say hello").outcome == .notUnderstood, "the session is over")
        #expect(try await example.say("ask hello world to say hi").spoken == "Hello World!")
        try await example.stop()
    }

    @Test("calling another skill by name ends the session of the skill that is asking")
    func byName() async throws {
        let example = try await Example("example-pizza-skill", ["--model", Self.model])
        let other = try example.start("saybus-dispatch", ["--skill", tiny(Self.lastOrder)])
        try await other.ready()
        #expect(try await example.say("order a pizza from pizza place").spoken == "Small, medium or large?")
        #expect(try await example.say("ask tiny skill what did i say").spoken == "Nothing yet. What would you like?")
        #expect(
            try await example.say("ask pizza place to rate the pizza").spoken == "How many stars, from one to five?")
        #expect(try await example.say("five").spoken == "Thank you for five stars. Goodbye.")
        #expect(try await example.say("what did i say").outcome == .notUnderstood)
        other.send(SIGTERM)
        try await example.stop()
    }

    @Test("of several skills and an app, exactly one answers an utterance that none understands")
    func oneAnswer() async throws {
        let example = try await Example("example-pizza-skill", ["--model", Self.model, "--instance", "b"])
        let file = try tiny(Self.lastOrder + #", {"name": "AMAZON.FallbackIntent"}"#)
        let others = [
            try example.start("saybus-dispatch", ["--skill", file, "--instance", "c"]),
            try example.start("saybus-dispatch", ["--app", kitchen(), "--instance", "a"]),
        ]
        for other in others { try await other.ready() }
        for _ in 0..<3 {
            #expect(try await example.say("colourless ideas sleep").outcome == .notUnderstood)
            #expect(try await example.say("stop").outcome == .notUnderstood)
            #expect(try await example.silence().outcome == .noSpeech)
        }
        #expect(try await example.say("open tiny skill").outcome == .handled)
        #expect(try await example.say("colourless ideas sleep").spoken?.hasPrefix("I only know pizza") == true)
        for other in others {
            other.send(SIGTERM)
            #expect(try await other.exitCode() == 0)
        }
        try await example.stop()
        let turns = example.recorder.all(TurnEnded.self).map(\.header.turn)
        #expect(turns.count == 11 && Set(turns).count == 11, "each turn has ended once")
    }

    @Test("an app's command works by the app's name while a skill asks, and the skill's question stays open")
    func appByName() async throws {
        let example = try await Example("example-pizza-skill", ["--model", Self.model])
        let app = try example.start("saybus-dispatch", ["--app", kitchen()])
        try await app.ready()
        #expect(try await example.say("ask kitchen to turn on the light").command == "Light")
        #expect(try await example.say("order a pizza from pizza place").spoken == "Small, medium or large?")
        let end = try await example.say("ask kitchen to turn on the light")
        #expect(end.app == "kitchen" && end.command == "Light" && end.outcome == .handled)
        #expect(try await example.say("large").spoken == "What would you like on it?")
        #expect(try await example.say("turn on the light").app != "kitchen", "the skill asks")
        app.send(SIGTERM)
        try await example.stop()
    }

    @Test("with configured times, silence leads to the reprompt and then to the end of the session")
    func realTime() async throws {
        let program = ProgramUnderTest.path(of: "example-pizza-skill")
        let file = try description("patience: 0.05\nprogram: [\(program), --json-lines]")
        let example = try await Example("saybus-dispatch", ["--skill", file])
        let ear = try await example.listen()
        _ = try await example.say("open pizza place")
        let again = await example.recorder.first(AudioSequence.self) {
            $0.body.spokenText == "Say, for instance: a large pizza with olives."
        }
        #expect(again != nil)
        // The session is over when no question is open and the first catalog is back.
        let catalogs = example.recorder.all(Catalog.self).map(\.body)
        let first = try #require(catalogs.first?.revision)
        let isAsked = try #require(catalogs.firstIndex { $0.revision != first })
        let count = Mutex(0)
        _ = try #require(
            await example.recorder.first(Catalog.self) { message in
                count.withLock { count in
                    count += 1
                    return count > isAsked + 1 && message.body.revision == first
                }
            })
        #expect(try await example.say("order a pizza").outcome == .notUnderstood)
        try await example.stop()
        _ = ear
    }

    @Test("an unreachable skill ends the turn with an apology, and the next turn is served")
    func absent() async throws {
        let example = try await Example("saybus-dispatch", ["--skill", description("endpoint: http://127.0.0.1:9/")])
        for _ in 0..<2 {
            let end = try await example.say("open pizza place")
            #expect(end.outcome == .failed)
            #expect(end.spoken == "Sorry, pizza place cannot be reached.")
            #expect(end.reason?.contains("cannot be reached") == true)
        }
        try await example.stop()
    }
}

@Suite(
    "A skill with Amazon's SDK, by voice",
    .enabled(
        if: FileManager.default.isExecutableFile(atPath: "/usr/bin/espeak-ng")
            && FileManager.default.fileExists(atPath: "/usr/share/pocketsphinx/model/en-us/en-us")
            && ProcessInfo.processInfo.environment["SAYBUS_PYTHON"] != nil,
        "espeak-ng, pocketsphinx-en-us and SAYBUS_PYTHON are there"), .serialized)
struct SpokenSkillTests {
    @Test("the skill is launched, asks, and is answered by voice")
    func spoken() async throws {
        let folder = PackageFolder.containing().appending(path: "deploy")
        let python = try #require(ProcessInfo.processInfo.environment["SAYBUS_PYTHON"])
        let server = try ProgramUnderTest(
            python, ["-B", folder.appending(path: "python/pizza_skill.py").path, "--port", "0"])
        let address = try await server.line { $0.hasPrefix("http://") }
        let files = try TemporaryFolder()
        let model = folder.appending(path: "examples/pizza-place/en-US.json").path
        let file = try files.write("skill.yaml", "model: \(model)\nendpoint: \(address)\n")
        let example = try await Example("saybus-dispatch", ["--skill", file], ears: true)
        #expect(
            try await example.speak("open pizza place").spoken == "Welcome to the pizza place. What would you like?")
        #expect(try await example.speak("order a pizza").spoken == "Small, medium or large?")
        #expect(try await example.speak("large please").spoken == "What would you like on it?")
        #expect(try await example.speak("with mushrooms").spoken == "With mushrooms, right?")
        #expect(try await example.speak("yes please").spoken == "How many?")
        #expect(try await example.say("two").spoken == "So 2 large with mushrooms. Shall I order?")
        let end = try await example.speak("yes please")
        #expect(end.spoken == "Two, large, with mushrooms: ready in ten minutes. Anything else?")
        try await example.stop()
    }
}
