import Foundation
import SaybusTesting
import Testing

/// The example `morning-show`, written with Amazon's SDK, as a server.
struct MorningShow {
    static let python = ProcessInfo.processInfo.environment["SAYBUS_PYTHON"]
    private static let deploy = PackageFolder.containing().appending(path: "deploy")

    private let server: ProgramUnderTest
    /// The file with the skill's description.
    let description: String

    /// Starts the server.
    /// - Parameters:
    ///   - folder: The folder of the skill's store and of its description.
    ///   - streams: The addresses of what it plays; empty for its own sounds.
    init(in folder: TemporaryFolder, streams: [String] = []) async throws {
        let script = Self.deploy.appending(path: "python/morning_skill.py").path
        server = try ProgramUnderTest(
            try #require(Self.python),
            ["-B", script, "--port", "0", "--store", folder.path + "/morning.sqlite"]
                + (streams.isEmpty ? [] : ["--stream"] + streams))
        let address = try await server.line { $0.hasPrefix("http://") }
        let model = Self.deploy.appending(path: "examples/morning-show/en-US.json").path
        description = try folder.write(
            "skill.yaml", "skill: morning-show\nmodel: \(model)\nendpoint: \(address)\nname-free: true\n")
    }

    func stop() { server.send(SIGTERM) }
}
