import Foundation
import SaybusBus
import SaybusTesting
import Testing

@Suite("The policies of both sites", .enabled(if: NATSUnderTest.isInstalled, "nats-server is installed"))
struct PolicyTests {
    /// Two buses with keys, and the same policy.
    private struct SecuredSites {
        let folder: TemporaryFolder
        let policy: String

        /// Makes keys and their policies, as `saybus keys new` prints them.
        init() throws {
            folder = try TemporaryFolder()
            let keys = KeyDirectory(folder.path("saybus/keys"))
            _ = try keys.make("broker")
            var text = "users:\n"
            for role in [Role.dispatch, .audio, .intent, .link, .ask] {
                _ = try keys.make(role.rawValue)
                let grants = try #require(RoleGrants.of(role))
                text += grants.policy(name: role.rawValue, publicKey: try keys.publicKey(role.rawValue))
            }
            policy = try folder.write("policy.yaml", text.replacing("apps: [dispatch]", with: "apps: [lights]"))
            try folder.write("lights.yaml", LinkedSites.app)
        }

        func start(_ program: String, _ key: String, _ bus: String, _ options: [String] = []) async throws
            -> ProgramUnderTest
        {
            let program = try ProgramUnderTest(
                program, ["--bus", bus, "--key", key] + options,
                environment: [
                    "XDG_CONFIG_HOME": folder.path, "SAYBUS_SERVER_KEY": "broker", "SAYBUS_STATE": folder.path("state"),
                ])
            try await program.ready()
            return program
        }
    }

    @Test("with the policy that saybus keys prints for the role, a turn crosses and comes back, and nothing is refused")
    func turn() async throws {
        let (server, secured) = (try await NATSUnderTest(), try SecuredSites())
        let (home, centre) = (try FreePort.busAddress().url, try FreePort.busAddress().url)
        var programs: [ProgramUnderTest] = []
        for bus in [home, centre] {
            programs.append(try await secured.start("saybus-broker", "broker", bus, ["--policy", secured.policy]))
        }
        let app = secured.folder.path("lights.yaml")
        programs.append(try await secured.start("saybus-dispatch", "dispatch", home, ["--app", app]))
        programs.append(try await secured.start("saybus-audio", "audio", home, ["--sink", "null"]))
        programs.append(try await secured.start("saybus-intent", "intent", centre))
        let line = ["--nats", server.address, "--site"]
        programs.append(
            try await secured.start("saybus-link", "link", centre, line + ["centre-1", "--serve", "intent"]))
        programs.append(try await secured.start("saybus-link", "link", home, line + ["den", "--use", "intent"]))
        try await programs[6].line(on: .standardError) { $0.contains("recognizers elsewhere take over") }
        let ask = try ProgramUnderTest(
            "saybus", ["ask", "--bus", home, "--key", "ask", "--wait", "10", "lights on"],
            environment: ["XDG_CONFIG_HOME": secured.folder.path, "SAYBUS_SERVER_KEY": "broker"])
        #expect(try await ask.exitCode() == 0, "\(ask.report)\n\(programs[6].report)")
        for program in programs {
            #expect(!program.lines(.standardError).contains { $0.contains("refuse") }, "\(program.report)")
        }
    }
}
