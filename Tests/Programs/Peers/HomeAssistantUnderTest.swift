import Foundation
import SaybusPeerPrograms
import SaybusTesting

/// A real Home Assistant with its demo's entities, without a page, and a user who may do all.
struct HomeAssistantUnderTest {
    let folder: TemporaryFolder
    let port: String
    /// An access token.
    let token: String
    private let peer: PeerProgram
    private let program: ProgramUnderTest

    /// Fetches Home Assistant, starts it, and makes the user.
    init() async throws {
        peer = try await PeerProgram("home-assistant")
        folder = try TemporaryFolder()
        port = try String(FreePort.number())
        try FileManager.default.createDirectory(atPath: folder.path("config"), withIntermediateDirectories: true)
        try folder.write(
            "config/configuration.yaml",
            """
            homeassistant: {name: Test, time_zone: UTC, country: US, language: en, unit_system: metric}
            logger: {default: info}
            http: {server_host: 127.0.0.1, server_port: \(port)}
            api:
            config:
            onboarding:
            assist_pipeline:
            media_source:
            ffmpeg: {ffmpeg_bin: \(try Self.converter(in: peer))}
            demo:
            """)
        // --skip-pip: what its parts need is in the environment already.
        program = try peer.start([
            "-m", "homeassistant", "--config", folder.path("config"), "--skip-pip", "--log-no-color",
        ])
        try await program.line(on: .standardError, within: .seconds(120)) { $0.contains("Home Assistant initialized") }
        token = try await Self.ask(peer, port, ["onboard"])
        try folder.write("token", token, mode: 0o600)
    }

    /// The sentences that this version of Home Assistant has.
    var sentences: String { "\(peer.packages)/home_assistant_intents" }
    /// The address.
    var url: String { "http://127.0.0.1:\(port)" }
    /// The output, for messages of tests.
    var report: String { program.report }

    /// Returns the path of ffmpeg, with which Home Assistant converts speech for satellites.
    private static func converter(in peer: PeerProgram) throws -> String {
        let folder = "\(peer.packages)/imageio_ffmpeg/binaries"
        let names = try FileManager.default.contentsOfDirectory(atPath: folder)
        return "\(folder)/\(names.first { $0.hasPrefix("ffmpeg-") } ?? "ffmpeg")"
    }

    /// Asks its API.
    func ask(_ command: String, _ arguments: String...) async throws -> String {
        try await Self.ask(peer, port, [command, token] + arguments)
    }

    private static func ask(_ peer: PeerProgram, _ port: String, _ arguments: [String]) async throws -> String {
        let script = PackageFolder.containing().appending(path: "Tests/Programs/Peers/home_assistant_api.py")
        let run = try peer.start(["-B", script.path(percentEncoded: false), port] + arguments)
        guard try await run.exitCode(within: .seconds(60)) == 0, let line = run.lines().last else {
            throw NoAnswer(report: run.report)
        }
        return line
    }

    private struct NoAnswer: Error {
        let report: String
    }
}
