import Foundation
import SaybusBus
import SaybusTesting

/// The keys, policy and app file for programs on a bus with keys.
final class SecuredPipeline: Sendable {
    /// A policy for three keys: of the machine in the hall, which runs all stages except listen and audio; of a
    /// satellite, which runs these two; and of a visitor, who only publishes text and receives the answers.
    static let policy = """
        users:
          hall:
            publish: ["*"]
            subscribe: ["*", audio.input]
          satellite:
            publish: [speech.started, speech.ended, audio.input, audio.playback, stage.status, receipt, turn.ended]
            subscribe: [audio.sequence, audio.control, listen.request, voice.request, speech.transcript, turn.ended, stage.status, catalog, receipt]
            roles: [listen, audio]
          visitor:
            publish: [speech.transcript, stage.status, receipt]
            subscribe: [speech.*, command.*, voice.request, audio.sequence, audio.playback, turn.ended, stage.status, receipt]

        """

    let folder: String
    let keys: KeyDirectory

    init(policy: String = SecuredPipeline.policy) throws {
        folder = NSTemporaryDirectory() + "saybus-secured-" + UUID().uuidString.prefix(13).lowercased()
        keys = KeyDirectory(folder + "/saybus/keys")
        for name in ["broker", "hall", "pizza", "satellite", "visitor", "stranger"] { _ = try keys.make(name) }
        try policy.write(toFile: folder + "/policy.yaml", atomically: true, encoding: .utf8)
        // A umask of 002 would let the group write it.
        chmod(folder + "/policy.yaml", 0o644)
        try Pipeline.app.write(toFile: folder + "/app.yaml", atomically: true, encoding: .utf8)
    }

    deinit { try? FileManager.default.removeItem(atPath: folder) }

    var policyFile: String { folder + "/policy.yaml" }

    /// Returns the environment of a program with the key of this name.
    func environment(_ key: String, bus: String) -> [String: String] {
        ["XDG_CONFIG_HOME": folder, "SAYBUS_KEY": key, "SAYBUS_SERVER_KEY": "broker", "SAYBUS_BUS": bus]
    }

    /// Starts a program with a key, optionally within a network namespace.
    func start(
        _ program: String, _ arguments: [String], key: String, bus: String, in namespace: String? = nil
    ) throws -> ProgramUnderTest {
        let environment = environment(key, bus: bus)
        guard let namespace else { return try ProgramUnderTest(program, arguments, environment: environment) }
        return try ProgramUnderTest(
            Namespaces.tool, ["netns", "exec", namespace, "\(ProgramUnderTest.directory)/\(program)"] + arguments,
            environment: environment)
    }

    func broker(bus: String, in namespace: String? = nil) throws -> ProgramUnderTest {
        try start("saybus-broker", ["--key", "broker", "--policy", policyFile], key: "", bus: bus, in: namespace)
    }
}
