import Foundation
import SaybusBus
import SaybusMessages
import SaybusTesting
import Testing

@Suite(
    "The page about MQTT and Node-RED, run as it stands",
    .enabled(
        if: ["/usr/sbin/mosquitto", "/usr/bin/mosquitto_pub"].allSatisfy { (path: String) in access(path, X_OK) == 0 },
        "mosquitto and mosquitto-clients are installed"), .timeLimit(.minutes(2)))
struct MQTTPageTests {
    @Test(
        "a command over MQTT prints the line that the page shows, plain texts are taken, and Hermes' intents are known")
    func page() async throws {
        var shell = try PageShell("Sources/Gateways/MQTT/MQTT.docc/MQTTAndNodeRED.md")
        let port = try FreePort.number()
        let user = ProcessInfo.processInfo.userName
        let configuration = try shell.folder.write(
            "mosquitto.conf",
            "user \(user)\nlistener \(port) 127.0.0.1\nallow_anonymous true\npersistence false\nlog_dest stderr\n")
        let mosquitto = try ProgramUnderTest("/usr/sbin/mosquitto", ["-c", configuration])
        try await mosquitto.line(on: .standardError) { $0.contains("running") }
        shell.replacements = [("mqtt://localhost", "mqtt://localhost:\(port)"), ("sudo apt-get", ": sudo apt-get")]
        shell.functions = ["mosquitto_pub", "mosquitto_sub"].map { "\($0)() { command \($0) -p \(port) \"$@\"; }" }

        let lines = try shell.block("mosquitto_sub").split(separator: "\n").map(String.init)
        let publish = try #require(lines.last)
        let pipeline = try shell.run(lines.dropLast().joined(separator: "\n"))
        try await pipeline.line(on: .standardError) { $0.hasPrefix("ready role=mqtt") }
        let bus = try shell.connect()
        let statuses = bus.subscribe(StageStatus.self)
        let sequences = bus.subscribe(AudioSequence.self)
        let catalogs = bus.subscribe(Catalog.self)
        try await bus.ready()
        _ = try #require(await statuses.first { $0.body.role == .intent && $0.body.catalogRevision != nil })
        let publishing = try shell.run(publish)
        let printed = try await pipeline.line { $0.hasPrefix("saybus/app/") }
        #expect(shell.shows(printed.replacing(/"id":"[^"]*"/, with: "\"id\":\"…\"")), "\(printed)")
        #expect(try await publishing.exitCode() == 0)

        let texts = try shell.run(shell.block("audio.sequence/set -m"))
        #expect(try await texts.exitCode() == 0, "\(texts.report)")
        #expect(await sequences.first { $0.body.spokenText == "Dinner is ready." } != nil)
        try shell.folder.write("lamp.yaml", shell.block("zigbee2mqtt", language: "yaml"))
        let check = try shell.run("saybus check lamp.yaml")
        #expect(try await check.exitCode() == 0, "\(check.report)")
        let hermes = try shell.run(shell.block("--hermes-intents"))
        #expect(
            await catalogs.first { $0.body.commands.contains { $0.type == "ChangeLight" } } != nil, "\(hermes.report)")
    }
}
