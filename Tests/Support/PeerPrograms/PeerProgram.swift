import Foundation
import SaybusTesting

/// A program of others in a Python environment of its own, which `deploy/peers` fetches once.
public struct PeerProgram: Sendable {
    /// Whether tests may fetch such programs.
    public static let areWanted = ProcessInfo.processInfo.environment["SAYBUS_PEERS"] == "1"
    /// The reason why a test is skipped without them.
    public static let reason = "SAYBUS_PEERS=1 lets deploy/peers fetch the programs of others"

    /// The environment's folder.
    public let folder: String

    /// Fetches a program, unless it is there.
    /// - Parameter name: Its name in `deploy/peers`.
    public init(_ name: String) async throws {
        let script = PackageFolder.containing().appending(path: "deploy/peers")
        let run = try ProgramUnderTest(script.path(percentEncoded: false), [name])
        let code = try await run.exitCode(within: .seconds(1_200))
        guard code == 0, let folder = run.lines().last else { throw NotFetched(report: run.report) }
        self.folder = folder
    }

    /// A program that cannot be fetched.
    struct NotFetched: Error {
        let report: String
    }

    /// The folder of the environment's packages.
    public var packages: String {
        let library = (try? FileManager.default.contentsOfDirectory(atPath: "\(folder)/lib")) ?? []
        return "\(folder)/lib/\(library.first { $0.hasPrefix("python3") } ?? "python3")/site-packages"
    }

    /// Starts Python in the environment.
    public func start(_ arguments: [String]) throws -> ProgramUnderTest {
        try ProgramUnderTest("\(folder)/bin/python", arguments, environment: ["PYTHONUNBUFFERED": "1"])
    }
}
