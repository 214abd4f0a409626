import Foundation
import SaybusBus
import SaybusMessages
import SaybusTesting
import Testing

@Suite("Home Assistant as an app", .serialized)
struct HomeAssistantTests {
    @Test(
        "the home's names are understood, its services called and its templates spoken; the rest is asked; it is back after a restart"
    )
    func wholeTurns() async throws {
        let home = try await HomePipeline()
        let known = await home.catalogStatus()

        let named = try await home.ask("turn on the kitchen ceiling")
        #expect(named.outcome == .handled && named.spoken == "Turned on the kitchen ceiling", "\(home.dispatch.report)")
        // One of them is broken, which is no reason to leave the others off, nor to say so.
        #expect(try await home.ask("turn on the cooking corner lights").spoken == "Lights on")
        try await home.dispatch.line(on: .standardError) { $0.contains("a device did not obey") }
        #expect(
            home.server.lines().contains(#"["homeassistant", "turn_on", ["light.kitchen"], {}]"#),
            "\(home.server.report)")
        #expect(try await home.ask("is the kitchen ceiling off").spoken == "No, on")
        #expect(try await home.ask("how warm is it").spoken == "21.5 degrees")
        // A service that fails was called once, and is reported as failed.
        let failed = try await home.ask("open the garage door")
        #expect(failed.outcome == .failed && failed.spoken == "Something went wrong")
        #expect(failed.reason?.contains("the motor is blocked") == true)
        try await home.server.line { $0.contains("open_cover") }
        #expect(home.server.lines().count { $0.contains("open_cover") } == 1)
        // Entities that are not exposed have no names here, so Home Assistant is asked.
        #expect(try await home.ask("turn on the hidden lamp").spoken == "You said turn on the hidden lamp.")

        // An entity that vanishes is understood until Home Assistant says so, and not afterwards.
        #expect(try await home.ask("turn on the plugged lamp").spoken == "Turned on the plugged lamp")
        let revision = known?.body.catalogRevision
        _ = try #require(await home.catalogStatus(after: revision))
        #expect(try await home.ask("turn on the plugged lamp").spoken == "You said turn on the plugged lamp.")

        home.server.send(SIGKILL)
        try await home.server.exitCode()
        let lost = await home.statuses.first { $0.body.app == "home-assistant" && $0.body.problem != nil }
        #expect(lost?.body.problem?.contains("lost") == true)
        let (again, _) = try await home.setting.server(port: home.port)
        let back = await home.statuses.first(within: .seconds(30)) {
            $0.body.app == "home-assistant" && $0.body.problem == nil
        }
        #expect(back != nil)
        #expect(try await home.ask("turn on the bedroom lamp").outcome == .handled)
        try await again.line { $0 == #"["homeassistant", "turn_on", ["light.bedroom"], {}]"# }
        home.dispatch.send(SIGTERM)
        #expect(try await home.dispatch.exitCode() == 0, "\(home.dispatch.report)")
        withExtendedLifetime(home) {}
    }

    @Test(
        "an address with a password, which would be in the log and the status, is refused without it, also a wrong one",
        arguments: ["http://me:geheim@127.0.0.1:1", "ws://me:geheim@127.0.0.1:1", "http://me:%geheim@127.0.0.1:1"])
    func password(url: String) async throws {
        let setting = try HomeSetting()
        let dispatch = try ProgramUnderTest("saybus-dispatch", setting.arguments + [url])
        #expect(try await dispatch.exitCode() == 64, "\(dispatch.report)")
        #expect(dispatch.report.contains("--token-file") && !dispatch.report.contains("geheim"), "\(dispatch.report)")
    }

    @Test("a home of one session is understood there, and in no other session")
    func oneSession() async throws {
        let setting = try HomeSetting()
        let catalogs = setting.tap.subscribe(Catalog.self)
        try await setting.tap.ready()
        let (server, port) = try await setting.server()
        let dispatch = try ProgramUnderTest(
            "saybus-dispatch", setting.arguments + ["http://127.0.0.1:\(port)", "--session", "kitchen"])
        try await dispatch.ready()
        let catalog = try #require(await catalogs.first { $0.body.app == "home-assistant" })
        let kitchen = try #require(Session(rawValue: "kitchen"))
        #expect(catalog.header.session == kitchen && catalog.body.absent(in: kitchen).isEmpty)
        #expect(catalog.body.absent(in: .default).contains("HassTurnOn"))
        withExtendedLifetime((setting, server, dispatch)) {}
    }

    @Test("a service that does not answer in time may have been carried out, and its late answer is logged")
    func slow() async throws {
        let home = try await HomePipeline(mode: "slow")
        _ = try #require(await home.catalogStatus())
        let late = try await home.ask("turn on the bedroom lamp")
        #expect(late.outcome == .failed && late.reason?.contains("within 10 s") == true, "\(late.reason ?? "")")
        #expect(late.spoken?.contains("check whether that was done") == true, "\(late.spoken ?? "")")
        #expect(try await home.ask("turn on the kitchen ceiling").outcome == .handled)
        try await home.dispatch.line(on: .standardError) { $0.contains("Home Assistant has answered late") }
        withExtendedLifetime(home) {}
    }

    @Test("a home that reports 500 changes at once is read once for all of them")
    func busy() async throws {
        let home = try await HomePipeline(mode: "busy")
        var known = await home.catalogStatus()
        for _ in 0..<2 {
            let revision = known?.body.catalogRevision
            #expect(try await home.ask("turn on the bedroom lamp").outcome == .handled)
            known = await home.catalogStatus(after: revision)
            #expect(known != nil)
        }
        let reads = home.server.lines().count { $0 == "read" }
        // One at the beginning, and one or two after each change, whose events need not arrive within a second.
        #expect((3...5).contains(reads), "\(reads)")
        withExtendedLifetime(home) {}
    }

    @Test("a state that changes while the home is read again is not lost")
    func moving() async throws {
        let home = try await HomePipeline(mode: "moving")
        let known = await home.catalogStatus()
        #expect(try await home.ask("turn on the bedroom lamp").outcome == .handled)
        let revision = known?.body.catalogRevision
        _ = try #require(await home.catalogStatus(after: revision))
        #expect(try await home.ask("is the bedroom lamp off").spoken == "Yes", "\(home.dispatch.report)")
        withExtendedLifetime(home) {}
    }

    @Test("an entity that may no longer be spoken of is not switched, although no event tells of it")
    func withdrawing() async throws {
        let home = try await HomePipeline(mode: "withdrawing")
        let known = await home.catalogStatus()
        #expect(try await home.ask("turn on the bedroom lamp").outcome == .handled)
        let withdrawn = try await home.ask("turn on the bedroom lamp")
        #expect(withdrawn.outcome == .failed && withdrawn.spoken == "I know no bedroom lamp", "\(home.dispatch.report)")
        let revision = known?.body.catalogRevision
        _ = try #require(await home.catalogStatus(after: revision))
        #expect(try await home.ask("turn on the bedroom lamp").spoken == "You said turn on the bedroom lamp.")
        #expect(home.server.lines().count { $0.contains("light.bedroom") } == 1, "\(home.server.report)")
        withExtendedLifetime(home) {}
    }

    @Test("an entity that comes or is renamed without a change of a registry, as after a restart, is understood")
    func late() async throws {
        let home = try await HomePipeline(mode: "late")
        var known = await home.catalogStatus()
        for (said, name) in [("bedroom lamp", "late lamp"), ("late lamp", "tardy lamp")] {
            let revision = known?.body.catalogRevision
            #expect(try await home.ask("turn on the \(said)").outcome == .handled)
            known = await home.catalogStatus(after: revision)
            let end = try await home.ask("is the \(name) on")
            #expect(end.outcome == .handled && end.spoken == "No, off", "\(home.dispatch.report)")
        }
        withExtendedLifetime(home) {}
    }

    @Test("a home that is still starting, and knows no areas yet, is read soon after")
    func starting() async throws {
        let setting = try HomeSetting()
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
        let setting = try HomeSetting()
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
        let setting = try HomeSetting()
        let (server, port) = try await setting.server()
        let dispatch = try ProgramUnderTest("saybus-dispatch", setting.arguments + ["http://127.0.0.1:\(port)"])
        try await dispatch.ready()
        let statuses = setting.tap.subscribe(StageStatus.self)
        let responses = setting.tap.subscribe(CommandResponse.self)
        try await setting.tap.ready()
        let app = try #require(await statuses.first { $0.body.role == .app && $0.body.state == .ready }).header.source
        var command = CommandInvoked(app: "home-assistant", type: "None", parameters: [:], confidence: 1, text: "x")
        command.owner = Source(role: .app, instance: "another")
        try setting.tap.publish(command)
        command.owner = app
        let own = try setting.tap.publish(command)
        #expect(await responses.first()?.header.causes == [own.id], "\(dispatch.report)")
        withExtendedLifetime(server) {}
    }

    @Test("sentences in another language than that of the numbers are told of at the start")
    func numbersOfAnotherLanguage() async throws {
        let setting = try HomeSetting()
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
        let setting = try HomeSetting()
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
