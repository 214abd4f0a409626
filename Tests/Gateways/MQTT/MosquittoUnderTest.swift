import Foundation
import SaybusTesting

/// A mosquitto of a test, on a socket in a folder of its own.
final class MosquittoUnderTest: Sendable {
    /// The path in Debian's package.
    static let path = "/usr/sbin/mosquitto"
    /// Whether it is installed.
    static var isInstalled: Bool { access(path, X_OK) == 0 }

    let folder: TemporaryFolder
    private let configuration: String
    private let extra: String
    let program: ProgramUnderTest

    /// The broker's address for `--broker`.
    var address: String { "unix://\(folder.path("mqtt"))" }

    /// Starts a broker.
    /// - Parameters:
    ///   - extra: Further lines of its configuration file.
    ///   - folder: The folder of an earlier broker, to start at its address again.
    init(_ extra: String = "allow_anonymous true", in folder: TemporaryFolder? = nil) async throws {
        let folder = try folder ?? TemporaryFolder()
        (self.folder, self.extra) = (folder, extra)
        try? FileManager.default.removeItem(atPath: folder.path("mqtt"))
        let user = ProcessInfo.processInfo.userName
        configuration = try folder.write(
            "mosquitto.conf",
            "user \(user)\nlistener 0 \(folder.path("mqtt"))\n\(extra)\npersistence false\nlog_dest stderr\nlog_type all\n"
        )
        program = try ProgramUnderTest(Self.path, ["-c", configuration])
        try await program.line(on: .standardError) { $0.contains("running") }
    }

    /// Starts a broker with an access control list.
    static func restricted(by rules: String) async throws -> MosquittoUnderTest {
        let folder = try TemporaryFolder()
        let list = try folder.write("rules", rules)
        return try await MosquittoUnderTest("allow_anonymous true\nacl_file \(list)", in: folder)
    }

    /// Ends the broker.
    func stop() async throws {
        program.send(SIGTERM)
        try await program.exitCode()
    }

    /// Starts a broker at the same address, which has forgotten everything.
    func again() async throws -> MosquittoUnderTest { try await MosquittoUnderTest(extra, in: folder) }
}
