import Foundation
import SaybusTesting

/// A nats-server of a test, on a free port of this machine, with a folder of its own.
final class NATSUnderTest: Sendable {
    /// The path in Debian's package.
    static let path = "/usr/sbin/nats-server"
    /// Whether it is installed.
    static var isInstalled: Bool { access(path, X_OK) == 0 }

    let folder: TemporaryFolder
    let port: Int
    private let extra: String
    let program: ProgramUnderTest

    /// The server's address for `--nats`.
    var address: String { "nats://127.0.0.1:\(port)" }

    /// Starts a server with JetStream.
    /// - Parameters:
    ///   - extra: Further lines of its configuration file.
    ///   - former: An earlier server, to start at its address again, with its streams.
    init(_ extra: String = "", former: NATSUnderTest? = nil) async throws {
        folder = try former?.folder ?? TemporaryFolder()
        port = try former?.port ?? FreePort.number()
        self.extra = former?.extra ?? extra
        let configuration = try folder.write(
            "nats.conf",
            """
            listen: "127.0.0.1:\(port)"
            jetstream { store_dir: "\(folder.path("streams"))" }
            ping_interval: "1s"
            ping_max: 2
            \(self.extra)
            """)
        program = try ProgramUnderTest(Self.path, ["-c", configuration])
        try await program.line(on: .standardError) { $0.contains("Server is ready") }
    }

    /// Ends the server as a power cut does.
    func kill() async throws {
        program.send(SIGKILL)
        try await program.exitCode()
    }

    /// Starts a server at the same address, with the same streams.
    func again() async throws -> NATSUnderTest { try await NATSUnderTest(former: self) }
}
