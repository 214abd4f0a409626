import Foundation
import SaybusBus
import SaybusTesting
import Testing

@Suite(
    "The policies of all roles",
    .enabled(
        if: Utterance.hasSynthesizer && Utterance.hasModel
            && ProcessInfo.processInfo.environment["SAYBUS_PYTHON"] != nil,
        "espeak-ng, pocketsphinx-en-us and pyzmq are installed"), .serialized)
struct RolePolicyTests {
    @Test(
        "a spoken turn, and one of a remote app, with a key and a policy for each program, in which nothing is refused")
    func turns() async throws {
        let secured = try SecuredPipeline()
        // The keys have the names of their roles, that of the app its own.
        let own: [Role] = [.listen, .transcribe, .intent, .dispatch, .audio, .ask, .status, .tap]
        let roles = own.map { ($0.rawValue, $0) } + [("dice", Role.app)]
        var policy = "users:\n"
        for (name, role) in roles {
            _ = try secured.keys.make(name)
            let grants = try #require(RoleGrants.of(role))
            policy += grants.policy(name: name, publicKey: try secured.keys.publicKey(name))
        }
        try policy.replacing("apps: [dispatch]", with: "apps: [kitchen]").write(
            toFile: secured.policyFile, atomically: true, encoding: .utf8)
        // A umask of 002 would let the group write it.
        chmod(secured.policyFile, 0o644)
        let bus = try FreePort.busAddress().url
        let broker = try secured.broker(bus: bus)
        try await broker.ready()
        let tap = try secured.start("saybus-tap", ["--json"], key: "tap", bus: bus)
        try await tap.ready()
        let python = try #require(ProcessInfo.processInfo.environment["SAYBUS_PYTHON"])
        let dice = PackageFolder.containing().appending(path: "deploy/python/dice.py").standardizedFileURL
        let stages = [
            try secured.start("saybus-dispatch", ["--app", secured.folder + "/app.yaml"], key: "dispatch", bus: bus),
            try secured.start("saybus-audio", ["--sink", "null"], key: "audio", bus: bus),
            try secured.start(python, ["-B", dice.path(percentEncoded: false)], key: "dice", bus: bus),
            try secured.start("saybus-intent", [], key: "intent", bus: bus),
            try secured.start("saybus-transcribe", [], key: "transcribe", bus: bus),
        ]
        for stage in stages { try await stage.ready() }
        let wav = try await Utterance.wav("set a timer for ten minutes", in: secured.folder)
        let listen = try secured.start("saybus-listen", ["--wav", wav], key: "listen", bus: bus)
        let end = try await tap.line(within: .seconds(60)) { $0.contains(#""kind":"turn.ended""#) }
        #expect(end.contains("\"handled\"") && end.contains("SetTimer"), "\(end)")
        #expect(try await listen.exitCode(within: .seconds(20)) == 0, "\(listen.report)")
        let ask = try secured.start("saybus", ["ask", "--wait", "20", "roll the dice"], key: "ask", bus: bus)
        #expect(try await ask.exitCode(within: .seconds(40)) == 0, "\(ask.report)")
        #expect(ask.lines().contains { $0.contains("It is a ") }, "\(ask.report)")
        for command in [["status", "--require", "dispatch"], ["commands"]] {
            let look = try secured.start("saybus", command + ["--wait", "10"], key: "status", bus: bus)
            #expect(try await look.exitCode(within: .seconds(20)) == 0, "\(look.report)")
        }
        for program in stages + [tap] {
            program.send(SIGTERM)
            #expect(try await program.exitCode(within: .seconds(20)) == 0, "\(program.report)")
        }
        // Sound is withheld from a tap.
        for program in stages {
            #expect(!program.lines(.standardError).contains { $0.contains("refuse") }, "\(program.report)")
        }
        let errors = broker.lines(.standardError)
        #expect(!errors.contains { $0.contains("refused a") || $0.contains("turned away") }, "\(broker.report)")
    }
}
