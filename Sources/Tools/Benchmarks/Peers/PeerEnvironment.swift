import Foundation
import SaybusProcesses

/// A Python environment that `deploy/peers` has made, with the library of a message bus.
struct PeerEnvironment: Sendable {
    /// The time after which a download of the library is given up.
    private static let fetchTime = Duration.seconds(1_200)

    /// The environment's folder.
    let folder: String
    private let root: String

    /// Finds an environment, or fetches it from PyPI.
    /// - Parameter fetches: Whether it is fetched when it is missing.
    init(_ name: String, fetches: Bool) async throws {
        root = try Self.root()
        let folders = ProcessInfo.processInfo.environment["SAYBUS_PEERS_ENV"] ?? "\(root)/.build/peers"
        folder = "\(folders)/\(name)"
        if FileManager.default.fileExists(atPath: "\(folder)/saybus-packages.txt") { return }
        guard fetches else {
            throw BenchmarkError(.peer, "\(folder) does not exist: --fetch, or deploy/peers \(name), gets it from PyPI")
        }
        let run = try await ProcessCommand("\(root)/deploy/peers", [name]).capture(
            limit: 1 << 16, timeout: Self.fetchTime
        ).get()
        guard run.termination.shellCode == 0 else {
            throw BenchmarkError(.peer, "deploy/peers \(name): \(run.errors.text.suffix(300))")
        }
    }

    /// The program that publishes and subscribes.
    var script: String { "\(root)/deploy/benchmark/peer_client.py" }

    /// The folder of Saybus' package.
    var saybusPackage: String { "\(root)/deploy/python" }

    /// Writes the configuration by which the message bus of OpenVoiceOS and its clients find their port.
    func configureOpenVoiceOS(port: Int, in folder: String) throws {
        let directory = "\(folder)/mycroft"
        try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
        let text = """
            {"websocket": {"host": "127.0.0.1", "port": \(port), "route": "/core", "ssl": false},
             "logs": {"path": "\(folder)/logs"}, "log_level": "ERROR"}
            """
        try text.write(toFile: "\(directory)/mycroft.conf", atomically: true, encoding: .utf8)
    }

    /// Returns the folder of Saybus' sources, in which this program was built.
    private static func root() throws -> String {
        var folder = URL(fileURLWithPath: BenchmarkProgram.path(of: "saybus-bench"))
        while folder.path != "/" {
            folder.deleteLastPathComponent()
            if FileManager.default.fileExists(atPath: "\(folder.path)/deploy/benchmark/peer_client.py") {
                return folder.path
            }
        }
        throw BenchmarkError(
            .peer, "the clients in Python are in Saybus' sources: run saybus-bench from its .build folder")
    }
}
