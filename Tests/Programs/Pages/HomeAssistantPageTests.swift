import Foundation
import SaybusBus
import SaybusMessages
import SaybusTesting
import Testing

@Suite("The pages about Home Assistant and satellites, run as they stand", .timeLimit(.minutes(2)), .serialized)
struct HomeAssistantPageTests {
    @Test(
        "Home Assistant in Saybus: the page's command switches the lights of a server that speaks Home Assistant's API")
    func inSaybus() async throws {
        var shell = try PageShell("Sources/Gateways/HomeAssistant/HomeAssistant.docc/HomeAssistantInSaybus.md")
        let script = PackageFolder.containing().appending(path: "Tests/Gateways/HomeAssistant/home_assistant.py")
        let server = try ProgramUnderTest(PythonInterpreter.path, ["-B", script.path(percentEncoded: false), "0"])
        let port = try await server.line { $0.hasPrefix("listening ") }.dropFirst("listening ".count)
        shell.replacements = [("http://homeassistant.local:8123", "http://127.0.0.1:\(port)")]
        // The package's sentences in its own form, and the token that Home Assistant shows.
        try FileManager.default.createDirectory(
            atPath: shell.folder.path("intents/home_assistant_intents/data"), withIntermediateDirectories: true)
        try shell.folder.write(
            "intents/home_assistant_intents/data/en.json",
            """
            {"language": "en", "lists": {}, "expansion_rules": {"the": "[the]"},
             "responses": {"errors": {}, "intents": {"HassTurnOn": {"lights_area": "Turned on the lights"}}},
             "intents": {"HassTurnOn": {"data": [
               {"sentences": ["turn on <the> {area} light[s]"], "slots": {"domain": "light"}, "response": "lights_area"}]}}}
            """)
        let token = try shell.run("echo secret | " + shell.inline("(umask 077; cat > token)"))
        #expect(try await token.exitCode() == 0)
        let pipeline = try shell.run(shell.inline("saybus up --no-app"))
        defer { withExtendedLifetime(pipeline) {} }
        // On a busy machine, the broker may take longer to start than the dispatcher waits for it.
        try await pipeline.line(within: .seconds(60)) { $0.hasPrefix("pipeline ready") }
        let dispatch = try shell.run(shell.block("--token-file"))
        try await dispatch.line(on: .standardError, within: .seconds(60)) { $0.hasPrefix("ready role=dispatch") }
        let bus = try shell.connect()
        let statuses = bus.subscribe(StageStatus.self)
        try await bus.ready()
        _ = try #require(await statuses.first { $0.body.role == .intent && $0.body.catalogRevision != nil })
        let ask = try shell.run(shell.inline("saybus ask \"turn on the kitchen lights\""))
        #expect(try await ask.exitCode(within: .seconds(30)) == 0, "\(ask.report) \(dispatch.report)")
        #expect(ask.lines().contains { $0.contains("Turned on the lights") }, "\(ask.report)")
        #expect(server.lines().contains(#"["homeassistant", "turn_on", ["light.kitchen"], {}]"#), "\(server.report)")
    }

    @Test(
        "Saybus in Home Assistant: the gateway answers the page's own client, and connects to a satellite",
        .enabled(if: PythonInterpreter.canImport("wyoming"), "the Python package wyoming is installed"))
    func inHomeAssistant() async throws {
        var shell = try PageShell("Sources/Gateways/WyomingServer/WyomingServer.docc/SaybusInHomeAssistant.md")
        let port = try FreePort.number()
        shell.replacements = [
            ("0.0.0.0:10700", "127.0.0.1:\(port)"), ("127.0.0.1:10700", "127.0.0.1:\(port)"),
            // A Wyoming server takes the place of the satellite: it takes the connection, and answers its pings.
            ("kitchen.local:10700", "127.0.0.1:\(port)"),
        ]
        shell.functions = ["python3() { '\(PythonInterpreter.path)' \"$@\"; }"]
        let pipeline = try shell.run(shell.inline("saybus up --app deploy/examples/kitchen.yaml"))
        defer { withExtendedLifetime(pipeline) {} }
        let gateway = try shell.run(shell.block("--zeroconf"))
        try await gateway.line(on: .standardError, within: .seconds(30)) { $0.hasPrefix("ready role=wyoming") }
        let bus = try shell.connect()
        let statuses = bus.subscribe(StageStatus.self)
        try await bus.ready()
        _ = try #require(await statuses.first { $0.body.role == .intent && $0.body.catalogRevision != nil })
        let client = try shell.run(shell.block("AsyncClient"))
        #expect(try await client.exitCode(within: .seconds(30)) == 0, "\(client.report)")
        // The lights of the example are those of a server that is not there, so the answer may be an apology.
        let answer = try #require(client.lines().last)
        #expect(["handled ", "not-handled "].contains { answer.hasPrefix($0) } && answer.contains("'text': '"))
        let satellite = try shell.run(shell.block("--satellite"))
        try await satellite.line(on: .standardError) { $0.contains("a satellite is there") }
    }

    @Test("Satellites: the page's device of ESPHome is there, with a key, and tells that Home Assistant is to add it")
    func satellites() async throws {
        var shell = try PageShell("Sources/Gateways/ESPHome/ESPHome.docc/Satellites.md")
        shell.replacements = [("--zeroconf", "--zeroconf --port 0")]
        let lines = try shell.block("--zeroconf").split(separator: "\n").map(String.init)
        // A microphone is what a test does not have.
        #expect(lines.contains { $0.hasPrefix("saybus-listen --mic") })
        let programs = try shell.run(
            lines.filter { !$0.hasPrefix("saybus-listen") }.map { $0 + " &" }.joined(separator: "\n"))
        try await programs.line(on: .standardError) { $0.contains("device=kitchen") }
        let key = try shell.run(shell.inline("cat esphome.key"))
        #expect(try await key.exitCode() == 0)
        #expect(Data(base64Encoded: key.lines().first ?? "")?.count == 32)
        let status = try shell.run(shell.inline("saybus status"))
        _ = try await status.exitCode()
        #expect(status.lines().contains { $0.contains("Home Assistant is not connected") }, "\(status.report)")
    }
}
