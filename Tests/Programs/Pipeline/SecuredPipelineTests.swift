import Foundation
import SaybusBus
import SaybusMessages
import SaybusTesting
import Testing

@Suite("Programs on a bus with keys and a policy", .serialized)
struct SecuredPipelineTests {
    @Test(
        "a secured pipeline over tcp answers a text; programs without a valid key or permission are told the reason"
    )
    func ask() async throws {
        let secured = try SecuredPipeline()
        let bus = try FreePort.busAddress().url
        let broker = try secured.broker(bus: bus)
        try await broker.ready()
        let stages = [
            try secured.start("saybus-intent", [], key: "hall", bus: bus),
            try secured.start("saybus-dispatch", ["--app", secured.folder + "/app.yaml"], key: "hall", bus: bus),
            try secured.start("saybus-audio", ["--sink", "null"], key: "satellite", bus: bus),
        ]
        for stage in stages { try await stage.ready() }
        let ask = try secured.start(
            "saybus", ["ask", "--wait", "20", "turn on the bedroom light"], key: "visitor", bus: bus)
        #expect(try await ask.exitCode(within: .seconds(40)) == 0, "\(ask.lines(.standardError))")
        #expect(ask.lines().contains { $0.contains("The bedroom light is on.") }, "\(ask.lines())")

        // Without a key, with an unknown key, with a key without permission.
        let withoutKey = try ProgramUnderTest("saybus-intent", ["--bus", bus])
        #expect(try await withoutKey.exitCode() == 69)
        #expect(hasLine(withoutKey, "saybus-intent: ", "127.0.0.1:", "wants a key", "saybus keys new"))
        #expect(withoutKey.lines(.standardError).count == 1, "\(withoutKey.lines(.standardError))")
        let unknown = try secured.start("saybus", ["status", "--wait", "10"], key: "stranger", bus: bus)
        #expect(try await unknown.exitCode() == 69)
        #expect(hasLine(unknown, "saybus status: ", "\"stranger\"", "policy"))
        #expect(unknown.lines(.standardError).count == 1, "\(unknown.lines(.standardError))")
        let forbidden = try secured.start("saybus-intent", ["--instance", "deaf"], key: "satellite", bus: bus)
        #expect(try await forbidden.exitCode() == 69)
        #expect(hasLine(forbidden, "saybus-intent: ", "\"satellite\"", "speak as intent"))
        #expect(forbidden.lines(.standardError).count == 1, "\(forbidden.lines(.standardError))")
        let status = try secured.start("saybus", ["status", "--wait", "10", "--json"], key: "visitor", bus: bus)
        #expect(try await status.exitCode() == 0)
        #expect(status.lines().contains { $0.contains("\"refused\"") }, "\(status.lines())")
        for program in stages + [broker] {
            program.send(SIGTERM)
            #expect(try await program.exitCode() == 0, "\(program.name)")
        }
    }

    @Test("the policy in the documentation gives a satellite's listen and audio stages all permissions that they need")
    func documentedPolicy() async throws {
        let page = PackageFolder.containing().appending(path: "Sources/Core/Broker/Broker.docc/WritingAPolicy.md")
        let blocks = try String(contentsOf: page, encoding: .utf8).components(separatedBy: "```yaml\n").dropFirst()
        let block = try #require(blocks.first?.components(separatedBy: "```").first)
        // Remove the documentation's keys, so that the test's own keys are used.
        let lines = block.components(separatedBy: "\n").filter { !$0.hasPrefix("    key:") }
        let secured = try SecuredPipeline(policy: lines.joined(separator: "\n"))
        let bus = try FreePort.busAddress().url
        let broker = try secured.broker(bus: bus)
        try await broker.ready()
        let stages = [
            try secured.start("saybus-audio", ["--sink", "null", "--session", "bedroom"], key: "satellite", bus: bus),
            try secured.start("saybus-listen", ["--stdin", "--session", "bedroom"], key: "satellite", bus: bus),
        ]
        for stage in stages {
            try await stage.ready()
            #expect(!hasLine(stage, "refused by the broker"), "\(stage.lines(.standardError))")
        }
        // The doctor must not suggest starting a broker: one is running, but refuses the doctor.
        let doctor = try secured.start("saybus", ["doctor"], key: "satellite", bus: bus)
        _ = try await doctor.exitCode(within: .seconds(20))
        #expect(doctor.lines().contains { $0.contains("does not let \"satellite\" speak as doctor") })
        #expect(!doctor.lines().contains { $0.contains("saybus up --bus") }, "\(doctor.lines())")
        for program in stages + [broker] {
            program.send(SIGTERM)
            #expect(try await program.exitCode() == 0, "\(program.name)")
        }
    }

    @Test(
        "on SIGHUP the broker reloads its policy and refuses revoked stages; an invalid file is its problem until then"
    )
    func reload() async throws {
        let secured = try SecuredPipeline()
        let bus = try FreePort.busAddress().url
        let broker = try secured.broker(bus: bus)
        try await broker.ready()
        let tap = try secured.start("saybus-tap", ["--json", "--status"], key: "hall", bus: bus)
        let stage = try secured.start("saybus-audio", ["--sink", "null"], key: "satellite", bus: bus)
        try await tap.ready()
        try await stage.ready()
        try "users:\n  hall:\n    publish: everything\n".write(
            toFile: secured.policyFile, atomically: true, encoding: .utf8)
        broker.send(SIGHUP)
        let errorLine = try await broker.line(on: .standardError) { $0.contains("the old policy remains in effect") }
        #expect(errorLine.contains("policy.yaml:3") && errorLine.contains("list"), "\(errorLine)")
        try await tap.line { $0.contains("the old policy remains in effect") && $0.contains("policy.yaml:3") }
        try "users:\n  hall: {publish: [\"*\"], subscribe: [\"*\", audio.input]}\n".write(
            toFile: secured.policyFile, atomically: true, encoding: .utf8)
        broker.send(SIGHUP)
        try await broker.line(on: .standardError) {
            $0.contains("the new policy is in effect") && $0.contains("satellite")
        }
        try await broker.line(on: .standardError) { $0.contains("the revoked key of \"satellite\"") }
        let refusal = try await stage.line(on: .standardError) { $0.contains("the broker refuses this client") }
        #expect(refusal.contains("\"satellite\""))
        // Its heartbeats are refused, so the broker reports it as lost after a while.
        try await tap.line { $0.contains("\"lost\"") && $0.contains("\"audio\"") }
        for program in [stage, tap, broker] {
            program.send(SIGTERM)
            #expect(try await program.exitCode() == 0, "\(program.name)")
        }
    }

    @Test(
        "saybus up comes back with the new key of its file, so that the old one can be revoked", .timeLimit(.minutes(1))
    )
    func newKey() async throws {
        let policy = """
            users:
              hall: {key: [hall, hall-2], publish: ["*"], subscribe: ["*", audio.input]}
              visitor: {publish: [stage.status, receipt], subscribe: [stage.status, receipt]}

            """
        let secured = try SecuredPipeline(policy: policy)
        _ = try secured.keys.make("hall-2")
        var address = try FreePort.busAddress()
        let broker = try secured.broker(bus: address.url)
        try await broker.ready()
        let path = secured.folder + "/saybus.yaml"
        func write(_ key: String) throws {
            try "bus: \(address.url)\nkey: \(key)\nserver-key: broker\nstages: {intent: }\n".write(
                toFile: path, atomically: true, encoding: .utf8)
        }
        try write("hall")
        let up = try secured.start("saybus", ["up", path], key: "", bus: address.url)
        try await up.line { $0.hasPrefix("pipeline ready") }
        address.credentials = try Credentials(
            secured.keys.secret("visitor"), serverKey: secured.keys.publicKey("broker"))
        let tap = try Bus(at: address, as: try #require(Source("tap/test")), logger: TestBus.quiet)
        let statuses = tap.subscribe(StageStatus.self)
        try await tap.ready()
        let first = try #require(await statuses.first { $0.body.role == .up })
        try write("hall-2")
        let next = await statuses.first { $0.body.role == .up && $0.header.run != first.header.run }
        #expect(next?.body.state == .ready)
        try policy.replacing("[hall, hall-2]", with: "hall-2").write(
            toFile: secured.policyFile, atomically: true, encoding: .utf8)
        broker.send(SIGHUP)
        try await broker.line(on: .standardError) { $0.contains("the new policy is in effect") }
        let last = await statuses.first { $0.body.role == .up }
        #expect(last?.body.state == .ready)
        await tap.close()
        for program in [up, broker] {
            program.send(SIGTERM)
            #expect(try await program.exitCode(within: .seconds(10)) == 0, "\(program.report)")
        }
    }

    @Test("an invalid policy, a key without a policy, and a policy without a key end the broker with a message")
    func wrong() async throws {
        let secured = try SecuredPipeline(policy: "users:\n  hall:\n    publsh: []\n")
        let bus = try FreePort.busAddress().url
        let malformed = try secured.broker(bus: bus)
        #expect(try await malformed.exitCode() == 78)
        #expect(hasLine(malformed, "saybus-broker: ", "policy.yaml:3", "publsh"))
        for arguments in [["--key", "broker"], ["--policy", secured.policyFile]] {
            let program = try secured.start("saybus-broker", arguments, key: "", bus: bus)
            #expect(try await program.exitCode() == 64)
            #expect(hasLine(program, "saybus-broker: ", arguments[0] == "--key" ? "--policy" : "--key"))
        }
    }

    @Test(
        "two machines: the broker in one network, the audio stage and a client in another",
        .enabled(if: Namespaces.arePossible, "needs root and network namespaces (ip netns)"))
    func twoMachines() async throws {
        let networks = try Namespaces()
        let secured = try SecuredPipeline()
        let broker = try secured.broker(bus: "tcp://0.0.0.0:7700", in: networks.hall)
        try await broker.ready()
        func start(_ program: String, _ arguments: [String], _ key: String, in network: String) throws
            -> ProgramUnderTest
        {
            try secured.start(program, arguments, key: key, bus: networks.bus, in: network)
        }
        let stages = [
            try start("saybus-intent", [], "hall", in: networks.hall),
            try start("saybus-dispatch", ["--app", secured.folder + "/app.yaml"], "hall", in: networks.hall),
            try start(
                "saybus-audio", ["--sink", "wav:\(secured.folder)/answer.wav"], "satellite", in: networks.satellite),
        ]
        for stage in stages { try await stage.ready() }
        let ask = try start(
            "saybus", ["ask", "--wait", "20", "turn on the kitchen light"], "visitor", in: networks.satellite)
        #expect(try await ask.exitCode(within: .seconds(40)) == 0, "\(ask.lines(.standardError))")
        #expect(ask.lines().contains { $0.contains("The kitchen light is on.") })
        // The other machine needs a known key, too.
        let stranger = try start("saybus-intent", [], "stranger", in: networks.satellite)
        #expect(try await stranger.exitCode() == 69)
        #expect(hasLine(stranger, "saybus-intent: ", "10.77.0.1", "\"stranger\""))
        try await broker.line(on: .standardError) { $0.contains("from 10.77.0.2") }
        for program in stages + [broker] {
            program.send(SIGTERM)
            #expect(try await program.exitCode() == 0, "\(program.name)")
        }
    }

    /// Returns whether one line on standard error contains all the words.
    private func hasLine(_ program: ProgramUnderTest, _ words: String...) -> Bool {
        program.lines(.standardError).contains { line in words.allSatisfy { line.contains($0) } }
    }
}
