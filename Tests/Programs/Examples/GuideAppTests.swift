import Foundation
import SaybusTesting
import Synchronization
import Testing

@Suite("The programs of the guides")
struct GuideAppTests {
    private static let project = PackageFolder.containing().path
    private static let apps = "Sources/Apps/Conversation/Conversation.docc"

    @Test(
        "the code in a guide is identical to the file that is compiled and tested",
        arguments: [
            ("Sources/Core/Saybus/Saybus.docc/SaybusAsAPackage.md", "swift", ["deploy/examples/package/Package.swift"]),
            (
                "\(apps)/FirstApp.md", "swift",
                ["Sources/Examples/FirstApp/FirstApp.swift", "Sources/Examples/FirstApp/CoffeeKinds.swift"]
            ),
            (
                "Sources/Testing/Testing/Testing.docc/TestWhatYouSay.md", "swift",
                ["Tests/Programs/Examples/FirstAppTests.swift"]
            ),
            ("\(apps)/FromSayKit.md", "swift", ["Tests/Apps/Conversation/Seeds/PokemonMailPort.swift"]),
            (
                "\(apps)/LongLivedApp.md", "swift",
                [
                    "Sources/Examples/KitchenTimers/KitchenTimers.swift",
                    "Sources/Examples/KitchenTimers/TimerList.swift",
                ]
            ),
            ("\(apps)/LanguageModel.md", "python", ["deploy/python/language_model.py"]),
            ("Sources/Core/Stage/Stage.docc/StageInPython.md", "python", ["deploy/python/transcriber.py"]),
        ])
    func identical(page: String, language: String, files: [String]) throws {
        func text(_ path: String) throws -> String {
            try String(contentsOfFile: "\(Self.project)/\(path)", encoding: .utf8)
        }
        let guide = try text(page)
        for file in files {
            #expect(try guide.contains("```\(language)\n\(text(file))```\n"), "\(page) differs from \(file)")
        }
        #expect(
            guide.components(separatedBy: "```\(language)\n").count - 1 == files.count, "\(page) has other code, too")
    }

    @Test(
        "a timer rings, and one that ended while the app was away is told of, also without --session",
        arguments: [["--session", "default"], []] as [[String]])
    func timers(arguments: [String]) async throws {
        let folder = try TemporaryFolder()
        let environment = ["SAYBUS_STATE": folder.path]
        let app = try await AppUnderTest("example-timers", arguments: arguments, environment: environment)
        try await app.say("how long is left").expect("There is no timer.")
        for length in ["minus five minutes", "zero seconds", "100000 minutes"] {
            try await app.say("set a timer for \(length)").expect("A timer takes a tenth of a second to a day.")
        }
        try await app.say("how long is left").expect("There is no timer.")
        try await app.say("set a timer for 0.2 seconds").expect("All right.")
        try await app.expectToHear("Your timer of 0.2 seconds.")
        try await app.say("set a timer for five minutes").expect("All right.", parameters: ["minutes": "5"])
        try await app.say("how long is left").expect("300 seconds are left.")
        try await app.say("cancel the timer").expect("Cancelled.")
        try await app.say("set the volume to fifty percent").expect("The volume is 50 percent.")
        try await app.say("set a timer for one second").expect("All right.")
        #expect(try await app.stop() == 0)
        let file = "\(folder.path)/apps/timers/default.json"
        let kept = try String(contentsOfFile: file, encoding: .utf8)
        #expect(kept.contains("timers") && kept.contains("speech-settings"))
        // The timer's end is moved into the past, in place of waiting for it.
        let past = kept.replacing(/"end" : [0-9.]+/, with: "\"end\" : 1")
        try past.write(toFile: file, atomically: true, encoding: .utf8)
        let again = try await AppUnderTest("example-timers", arguments: arguments, environment: environment)
        try await again.expectToHear("A timer ended while I was away.")
        try await again.say("turn it up").expect("The volume is 70 percent.")
        try await again.say("how long is left").expect("There is no timer.")
    }
}

@Suite("A language model behind all commands", .enabled(if: PythonInterpreter.hasZeroMQ))
struct LanguageModelTests {
    private static let python = PythonInterpreter.path

    private static func start(_ server: WebServer) async throws -> AppUnderTest {
        try await AppUnderTest(
            python, arguments: [],
            environment: ["LANGUAGE_MODEL_URL": server.address, "PYTHONDONTWRITEBYTECODE": "1"], isRemote: true,
            script: PackageFolder.containing().path + "/deploy/python/language_model.py")
    }

    /// A piece of a streamed answer.
    private static func piece(_ text: String) -> String {
        "data: {\"choices\": [{\"delta\": {\"content\": \"\(text)\"}}]}\n\n"
    }

    @Test("an answer is spoken sentence by sentence, and each conversation has its own history")
    func sentences() async throws {
        let server = try WebServer { request in
            let body =
                !request.contains("How are you")
                ? Self.piece("I am a mo") + Self.piece("del. I answer ") + Self.piece("what others do not.")
                : Self.piece("Fine!")
            return WebServer.answer(body + "data: [DONE]\n\n", headers: "Content-Type: text/event-stream\r\n")
        }
        let app = try await Self.start(server)
        try await app.say("Who are you").expect("I am a model. I answer what others do not.", command: "Chat")
        try await app.say("How are you").expect("Fine!")
        try await app.say("How are you", in: "hall").expect("Fine!")
        #expect(server.requests.count == 3)
        #expect(server.requests[1].contains("I answer what others do not."), "the history is sent")
        #expect(!server.requests[2].contains("Who are you"), "another conversation has a history of its own")
    }

    @Test("a user who speaks ends the answer, and the connection to the model is closed")
    func interrupted() async throws {
        let server = try WebServer(
            dripping: "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nConnection: close\r\n\r\n",
            then: Self.piece("And so on. "), every: .milliseconds(20))
        let app = try await Self.start(server)
        async let reply = app.say("Tell me a story")
        try await app.expectToHear("And so on.")
        try app.beginToSpeak()
        #expect(await server.isLeft(within: .seconds(20)))
        #expect(try await reply.outcome == .handled)
    }

    @Test("an answer that breaks off has an end, and a character may come in two halves")
    func brokenOff() async throws {
        let piece = Self.piece("I am a model. ")
        let server = try WebServer { request in
            guard request.contains("How are you") else {
                return "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
                    + "\(String(piece.utf8.count, radix: 16))\r\n\(piece)\r\n50\r\ndata: "
            }
            return WebServer.answer(Self.piece("Fine \\ud83d") + Self.piece("\\ude00."))
        }
        let app = try await Self.start(server)
        try await app.say("Who are you").expect("I am a model.", command: "Chat")
        try await app.say("How are you").expect("Fine 😀.")
    }

    @Test("a model that does not answer fails the turn, with an apology")
    func unreachable() async throws {
        let server = try WebServer { _ in WebServer.answer("no", status: "500 Broken") }
        let app = try await Self.start(server)
        try await app.say("Who are you").expect("I cannot think of an answer now.", outcome: .failed)
    }
}
