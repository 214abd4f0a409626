import Foundation
import SaybusProcesses
import SaybusStage
import SaybusSupport

/// A Python environment with the packages of a peer. It is made when it is first needed, and kept in the user's cache.
struct PythonEnvironment: Sendable {
    /// The maximum number of bytes that a program may write.
    private static let outputLimit = 1 << 28

    private let folder: URL

    /// - Parameter environment: `XDG_CACHE_HOME` names the cache directory; default: ~/.cache.
    init(_ peer: IntentPeer, environment: [String: String] = ProcessInfo.processInfo.environment) {
        let cache = URL(fileURLWithPath: UserDirectory.cache.saybus(environment))
        // The name holds the versions of the packages, so that other versions get another environment.
        let name = peer.packages.joined(separator: "+").replacingOccurrences(of: "==", with: "-")
        folder = cache.appendingPathComponent("peers/\(name)")
        packages = peer.packages
    }

    private let packages: [String]

    /// Runs a program in the environment.
    /// - Returns: The program's output.
    /// - Throws: `StageFailure` with code `unavailable` and the last line of the error output.
    func run(_ program: String, _ arguments: [String]) async throws -> String {
        try await prepare()
        return try await execute(python, ["-c", program] + arguments)
    }

    private var python: String { folder.appendingPathComponent("bin/python").path }

    private func prepare() async throws {
        let mark = folder.appendingPathComponent("complete").path
        guard !FileManager.default.fileExists(atPath: mark) else { return }
        StandardError.shared.write(
            "saybus evaluate: installing \(packages.joined(separator: ", ")) in \(folder.path)\n")
        do {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        } catch {
            throw StageFailure(.inputOutput, "\(folder.path) cannot be made: \(error.localizedDescription)")
        }
        _ = try await execute("/usr/bin/python3", ["-m", "venv", "--clear", folder.path])
        _ = try await execute(
            python, ["-m", "pip", "install", "--quiet", "--no-input", "--disable-pip-version-check"] + packages)
        guard FileManager.default.createFile(atPath: mark, contents: nil) else {
            throw StageFailure(.inputOutput, "\(mark) cannot be written")
        }
    }

    private func execute(_ program: String, _ arguments: [String]) async throws -> String {
        let run: CapturedRun
        switch try await ProcessCommand(program, arguments).capture(limit: Self.outputLimit) {
        case .success(let result): run = result
        case .failure(let error): throw StageFailure(.unavailable, "\(program) cannot be run: \(error.reason)")
        }
        guard run.termination == .exited(0) else {
            let last = run.errors.text.split(separator: "\n").last.map(String.init) ?? "\(run.termination)"
            throw StageFailure(.unavailable, "\(program) failed: \(last)")
        }
        guard run.output.dropped == 0 else {
            throw StageFailure(.unavailable, "\(program) failed: it wrote more than \(Self.outputLimit) bytes")
        }
        return run.output.text
    }
}
