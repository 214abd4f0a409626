import Foundation
import SaybusBus
import SaybusMessages
import SaybusTesting
import Testing

@Suite("Home Assistant as an app", .serialized)
struct HomeAssistantTests {
    /// Sentences in the form of the package `home-assistant-intents`.
    private static let sentences = """
        {"language": "en", "skip_words": ["please"], "lists": {"state": {"values": ["on", "off"]}},
         "expansion_rules": {"the": "[the]"},
         "responses": {"errors": {"handle_error": "Something went wrong", "no_intent": "What?",
                                  "no_entity": "I know no {{ entity }}"},
          "intents": {"HassTurnOn": {"default": "Turned on the {{ state.name | lower }}", "lights_area": "Lights on",
                                     "cover": "Opened"},
                      "HassClimateGetTemperature": {"default": "{{ state_attr(state.entity_id, 'current_temperature') }} degrees"},
                      "HassGetState": {"one_yesno": "{% if query.matched %}Yes{% else %}No, {{ state.state_with_unit }}{% endif %}"}}},
         "intents": {
          "HassTurnOn": {"data": [
            {"sentences": ["turn on <the> {name}"], "excludes_context": {"domain": ["cover"]}, "response": "default"},
            {"sentences": ["turn on <the> {area} light[s]"], "slots": {"domain": "light"}, "response": "lights_area"},
            {"sentences": ["open <the> {name}"], "requires_context": {"domain": ["cover"]}, "response": "cover"}]},
          "HassClimateGetTemperature": {"data": [{"sentences": ["how warm is it"], "response": "default"}]},
          "HassGetState": {"data": [{"sentences": ["is <the> {name} {state:state}"], "response": "one_yesno"}]}}}
        """

    private struct Setting {
        let folder: TemporaryFolder
        let test: TestBus
        let tap: Bus
        let arguments: [String]

        init() throws {
            folder = try TemporaryFolder()
            test = try TestBus()
            tap = try test.connect("tap", tracking: [SpeechTranscript.self])
            try folder.write("en.json", sentences)
            try folder.write("token", "secret\n", mode: 0o600)
            arguments = [
                "--bus", test.address.url, "--token-file", folder.path("token"), "--sentences", folder.path("en.json"),
                "--ask-home-assistant", "--home-assistant",
            ]
        }

        func server(port: Int = 0, mode: String? = nil) async throws -> (ProgramUnderTest, port: Int) {
            let script = PackageFolder.containing().appending(path: "Tests/Gateways/HomeAssistant/home_assistant.py")
            let server = try ProgramUnderTest(
                PythonInterpreter.path,
                ["-B", script.path(percentEncoded: false), "\(port)"] + (mode.map { [$0] } ?? []))
            let line = try await server.line { $0.hasPrefix("listening ") }
            return (server, try #require(Int(line.dropFirst("listening ".count))))
        }

        /// Sends a text, and returns the end of its turn.
        func ask(_ text: String, _ ends: Subscription<TurnEnded>) async throws -> TurnEnded {
            let turn = TurnID()
            try tap.publish(SpeechTranscript(text: text, engine: "text"), turn: turn)
            let end = await ends.first(within: .seconds(30)) { $0.header.turn == turn }
            return try #require(end).body
        }
    }

    @Test(
        "the home's names are understood, its services called and its templates spoken; the rest is asked; it is back after a restart"
    )
    func wholeTurns() async throws {
        let setting = try Setting()
        let audio = try await AudioDouble(setting.test)
        let (server, port) = try await setting.server()
        let statuses = setting.tap.subscribe(StageStatus.self)
        let ends = setting.tap.subscribe(TurnEnded.self)
        try await setting.tap.ready()
        let intent = try ProgramUnderTest("saybus-intent", ["--bus", setting.test.address.url])
        let dispatch = try ProgramUnderTest("saybus-dispatch", setting.arguments + ["http://127.0.0.1:\(port)"])
        try await intent.ready()
        try await dispatch.ready()
        let known = await statuses.first { $0.body.role == "intent" && $0.body.catalogRevision != nil }

        let named = try await setting.ask("turn on the kitchen ceiling", ends)
        #expect(named.outcome == .handled && named.spoken == "Turned on the kitchen ceiling", "\(dispatch.report)")
        // One of them is broken, which is no reason to leave the others off, nor to say so.
        #expect(try await setting.ask("turn on the cooking corner lights", ends).spoken == "Lights on")
        try await dispatch.line(on: .standardError) { $0.contains("a device did not obey") }
        #expect(server.lines().contains(#"["homeassistant", "turn_on", ["light.kitchen"], {}]"#), "\(server.report)")
        #expect(try await setting.ask("is the kitchen ceiling off", ends).spoken == "No, on")
        #expect(try await setting.ask("how warm is it", ends).spoken == "21.5 degrees")
        // A service that fails was called once, and is reported as failed.
        let failed = try await setting.ask("open the garage door", ends)
        #expect(failed.outcome == .failed && failed.spoken == "Something went wrong")
        #expect(failed.reason?.contains("the motor is blocked") == true)
        try await server.line { $0.contains("open_cover") }
        #expect(server.lines().count { $0.contains("open_cover") } == 1)
        // Entities that are not exposed have no names here, so Home Assistant is asked.
        #expect(try await setting.ask("turn on the hidden lamp", ends).spoken == "You said turn on the hidden lamp.")

        // An entity that vanishes is understood until Home Assistant says so, and not afterwards.
        #expect(try await setting.ask("turn on the plugged lamp", ends).spoken == "Turned on the plugged lamp")
        let revision = known?.body.catalogRevision
        _ = await statuses.first { $0.body.role == "intent" && $0.body.catalogRevision != revision }
        #expect(try await setting.ask("turn on the plugged lamp", ends).spoken == "You said turn on the plugged lamp.")

        server.send(SIGKILL)
        try await server.exitCode()
        let lost = await statuses.first { $0.body.app == "home-assistant" && $0.body.problem != nil }
        #expect(lost?.body.problem?.contains("lost") == true)
        let (again, _) = try await setting.server(port: port)
        let back = await statuses.first(within: .seconds(30)) {
            $0.body.app == "home-assistant" && $0.body.problem == nil
        }
        #expect(back != nil)
        #expect(try await setting.ask("turn on the bedroom lamp", ends).outcome == .handled)
        #expect(again.lines().contains(#"["homeassistant", "turn_on", ["light.bedroom"], {}]"#))
        dispatch.send(SIGTERM)
        #expect(try await dispatch.exitCode() == 0, "\(dispatch.report)")
        withExtendedLifetime(audio) {}
    }

    @Test("a service that does not answer in time may have been carried out, and its late answer is logged")
    func slow() async throws {
        let setting = try Setting()
        let audio = try await AudioDouble(setting.test)
        let (server, port) = try await setting.server(mode: "slow")
        let statuses = setting.tap.subscribe(StageStatus.self)
        let ends = setting.tap.subscribe(TurnEnded.self)
        try await setting.tap.ready()
        let intent = try ProgramUnderTest("saybus-intent", ["--bus", setting.test.address.url])
        let dispatch = try ProgramUnderTest("saybus-dispatch", setting.arguments + ["http://127.0.0.1:\(port)"])
        try await intent.ready()
        try await dispatch.ready()
        _ = await statuses.first { $0.body.role == "intent" && $0.body.catalogRevision != nil }
        let late = try await setting.ask("turn on the bedroom lamp", ends)
        #expect(late.outcome == .failed && late.reason?.contains("within 10 s") == true, "\(late.reason ?? "")")
        #expect(late.spoken?.contains("check whether that was done") == true, "\(late.spoken ?? "")")
        #expect(try await setting.ask("turn on the kitchen ceiling", ends).outcome == .handled)
        try await dispatch.line(on: .standardError) { $0.contains("Home Assistant has answered late") }
        withExtendedLifetime((audio, server)) {}
    }

    @Test("a home that reports 500 changes at once is read once for all of them")
    func busy() async throws {
        let setting = try Setting()
        let audio = try await AudioDouble(setting.test)
        let (server, port) = try await setting.server(mode: "busy")
        let statuses = setting.tap.subscribe(StageStatus.self)
        let ends = setting.tap.subscribe(TurnEnded.self)
        try await setting.tap.ready()
        let intent = try ProgramUnderTest("saybus-intent", ["--bus", setting.test.address.url])
        let dispatch = try ProgramUnderTest("saybus-dispatch", setting.arguments + ["http://127.0.0.1:\(port)"])
        try await intent.ready()
        try await dispatch.ready()
        var known = await statuses.first { $0.body.role == "intent" && $0.body.catalogRevision != nil }
        for _ in 0..<2 {
            let revision = known?.body.catalogRevision
            #expect(try await setting.ask("turn on the bedroom lamp", ends).outcome == .handled)
            known = await statuses.first { $0.body.role == "intent" && $0.body.catalogRevision != revision }
            #expect(known != nil)
        }
        let reads = server.lines().count { $0 == "read" }
        // One at the beginning, and one or two after each change, whose events need not arrive within a second.
        #expect((3...5).contains(reads), "\(reads)")
        withExtendedLifetime((audio, dispatch)) {}
    }

    @Test("a state that changes while the home is read again is not lost")
    func moving() async throws {
        let setting = try Setting()
        let audio = try await AudioDouble(setting.test)
        let (server, port) = try await setting.server(mode: "moving")
        let statuses = setting.tap.subscribe(StageStatus.self)
        let ends = setting.tap.subscribe(TurnEnded.self)
        try await setting.tap.ready()
        let intent = try ProgramUnderTest("saybus-intent", ["--bus", setting.test.address.url])
        let dispatch = try ProgramUnderTest("saybus-dispatch", setting.arguments + ["http://127.0.0.1:\(port)"])
        try await intent.ready()
        try await dispatch.ready()
        let known = await statuses.first { $0.body.role == "intent" && $0.body.catalogRevision != nil }
        #expect(try await setting.ask("turn on the bedroom lamp", ends).outcome == .handled)
        let revision = known?.body.catalogRevision
        _ = await statuses.first { $0.body.role == "intent" && $0.body.catalogRevision != revision }
        #expect(try await setting.ask("is the bedroom lamp off", ends).spoken == "Yes", "\(dispatch.report)")
        withExtendedLifetime((audio, server)) {}
    }

    @Test("an entity that may no longer be spoken of is not switched, although no event tells of it")
    func withdrawing() async throws {
        let setting = try Setting()
        let audio = try await AudioDouble(setting.test)
        let (server, port) = try await setting.server(mode: "withdrawing")
        let statuses = setting.tap.subscribe(StageStatus.self)
        let ends = setting.tap.subscribe(TurnEnded.self)
        try await setting.tap.ready()
        let intent = try ProgramUnderTest("saybus-intent", ["--bus", setting.test.address.url])
        let dispatch = try ProgramUnderTest("saybus-dispatch", setting.arguments + ["http://127.0.0.1:\(port)"])
        try await intent.ready()
        try await dispatch.ready()
        let known = await statuses.first { $0.body.role == "intent" && $0.body.catalogRevision != nil }
        #expect(try await setting.ask("turn on the bedroom lamp", ends).outcome == .handled)
        let withdrawn = try await setting.ask("turn on the bedroom lamp", ends)
        #expect(withdrawn.outcome == .failed && withdrawn.spoken == "I know no bedroom lamp", "\(dispatch.report)")
        let revision = known?.body.catalogRevision
        _ = await statuses.first { $0.body.role == "intent" && $0.body.catalogRevision != revision }
        #expect(try await setting.ask("turn on the bedroom lamp", ends).spoken == "You said turn on the bedroom lamp.")
        #expect(server.lines().count { $0.contains("light.bedroom") } == 1, "\(server.report)")
        withExtendedLifetime(audio) {}
    }

    @Test("an entity that comes or is renamed without a change of a registry, as after a restart, is understood")
    func late() async throws {
        let setting = try Setting()
        let audio = try await AudioDouble(setting.test)
        let (server, port) = try await setting.server(mode: "late")
        let statuses = setting.tap.subscribe(StageStatus.self)
        let ends = setting.tap.subscribe(TurnEnded.self)
        try await setting.tap.ready()
        let intent = try ProgramUnderTest("saybus-intent", ["--bus", setting.test.address.url])
        let dispatch = try ProgramUnderTest("saybus-dispatch", setting.arguments + ["http://127.0.0.1:\(port)"])
        try await intent.ready()
        try await dispatch.ready()
        var known = await statuses.first { $0.body.role == "intent" && $0.body.catalogRevision != nil }
        for (said, name) in [("bedroom lamp", "late lamp"), ("late lamp", "tardy lamp")] {
            let revision = known?.body.catalogRevision
            #expect(try await setting.ask("turn on the \(said)", ends).outcome == .handled)
            known = await statuses.first { $0.body.role == "intent" && $0.body.catalogRevision != revision }
            let end = try await setting.ask("is the \(name) on", ends)
            #expect(end.outcome == .handled && end.spoken == "No, off", "\(dispatch.report)")
        }
        withExtendedLifetime((audio, server)) {}
    }

    @Test("a home that is still starting, and knows no areas yet, is read soon after")
    func starting() async throws {
        let setting = try Setting()
        let (server, port) = try await setting.server(mode: "starting")
        let statuses = setting.tap.subscribe(StageStatus.self)
        try await setting.tap.ready()
        let dispatch = try ProgramUnderTest("saybus-dispatch", setting.arguments + ["http://127.0.0.1:\(port)"])
        let refused = await statuses.first { $0.body.app == "home-assistant" && $0.body.problem != nil }
        #expect(refused?.body.problem?.contains("unknown command") == true, "\(dispatch.report)")
        let back = await statuses.first(within: .seconds(30)) {
            $0.body.app == "home-assistant" && $0.body.problem == nil
        }
        #expect(back != nil, "\(dispatch.report)")
        withExtendedLifetime(server) {}
    }

    @Test(
        "a token of no administrator, and a home that is too large, are told in words",
        arguments: [("guest", "an administrator"), ("large", "more than 32 MiB")])
    func refusedHome(mode: String, words: String) async throws {
        let setting = try Setting()
        let (server, port) = try await setting.server(mode: mode)
        let statuses = setting.tap.subscribe(StageStatus.self)
        try await setting.tap.ready()
        let dispatch = try ProgramUnderTest("saybus-dispatch", setting.arguments + ["http://127.0.0.1:\(port)"])
        let refused = await statuses.first { $0.body.app == "home-assistant" && $0.body.problem != nil }
        #expect(refused?.body.problem?.contains(words) == true, "\(dispatch.report)")
        withExtendedLifetime(server) {}
    }

    @Test("a command for another program that serves Home Assistant, too, is left to it")
    func otherProgram() async throws {
        let setting = try Setting()
        let (server, port) = try await setting.server()
        let dispatch = try ProgramUnderTest("saybus-dispatch", setting.arguments + ["http://127.0.0.1:\(port)"])
        try await dispatch.ready()
        let statuses = setting.tap.subscribe(StageStatus.self)
        let responses = setting.tap.subscribe(CommandResponse.self)
        try await setting.tap.ready()
        let app = try #require(await statuses.first { $0.body.role == "app" && $0.body.state == .ready }).header.source
        var command = CommandInvoked(app: "home-assistant", type: "None", parameters: [:], confidence: 1, text: "x")
        command.owner = Source(role: "app", instance: "another")
        try setting.tap.publish(command)
        command.owner = app
        let own = try setting.tap.publish(command)
        #expect(await responses.first()?.header.causes == [own.id], "\(dispatch.report)")
        withExtendedLifetime(server) {}
    }

    @Test("sentences in another language than that of the numbers are told of at the start")
    func numbersOfAnotherLanguage() async throws {
        let setting = try Setting()
        let (server, port) = try await setting.server()
        let url = "http://127.0.0.1:\(port)"
        let german = try ProgramUnderTest(
            "saybus-dispatch", setting.arguments + [url, "--sentence-language", "de"])
        let line = "numbers are understood in another language than the sentences"
        let notice = try await german.line(on: .standardError) { $0.contains(line) }
        #expect(notice.contains("sentences=de"), "\(notice)")
        let english = try ProgramUnderTest(
            "saybus-dispatch", setting.arguments + [url, "--sentence-language", "en-GB"])
        try await english.ready()
        #expect(!english.lines(.standardError).contains { $0.contains(line) }, "\(english.report)")
        withExtendedLifetime(server) {}
    }

    @Test("a refused token and a token that everyone can read are told in a sentence")
    func token() async throws {
        let setting = try Setting()
        let (server, port) = try await setting.server()
        let statuses = setting.tap.subscribe(StageStatus.self)
        try await setting.tap.ready()
        try setting.folder.write("token", "wrong", mode: 0o600)
        let dispatch = try ProgramUnderTest("saybus-dispatch", setting.arguments + ["http://127.0.0.1:\(port)"])
        let refused = await statuses.first { $0.body.app == "home-assistant" && $0.body.problem != nil }
        #expect(refused?.body.problem?.contains("refuses the token") == true, "\(dispatch.report)")
        try setting.folder.write("token", "secret", mode: 0o644)
        let open = try ProgramUnderTest("saybus-dispatch", setting.arguments + ["http://127.0.0.1:\(port)"])
        #expect(try await open.exitCode() == 78)
        #expect(open.lines(.standardError).contains { $0.contains("chmod 600") })
        for arguments in [["--token-file", "x", "--no-app"], ["--home-assistant", "http://x"]] {
            let wrong = try ProgramUnderTest("saybus-dispatch", arguments)
            #expect(try await wrong.exitCode() == 64)
        }
        withExtendedLifetime(server) {}
    }
}
