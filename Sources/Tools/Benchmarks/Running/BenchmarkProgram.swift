import Foundation
import SaybusProcesses
import SaybusTesting

/// A child process of one of Saybus's programs, which runs as long as this object exists.
final class BenchmarkProgram: Sendable {
    /// Time that the program may take to end after SIGTERM; then it is killed.
    private static let stopTime = Duration.seconds(10)

    private let process: SpawnedProcess
    private let folder: TemporaryFolder
    var processID: Int32 { process.processID }

    /// Starts a program.
    /// - Parameter folder: The folder of its files, which exists until the program has ended.
    init(_ name: String, _ arguments: [String], in folder: TemporaryFolder) throws {
        self.folder = folder
        let path = Self.path(of: name)
        process = try SpawnedProcess(ProcessCommand(path, arguments), input: .inherited, output: .inherited)
    }

    /// Returns the path of a program that was built with this one.
    static func path(of name: String) -> String {
        let own = URL(fileURLWithPath: CommandLine.arguments[0]).resolvingSymlinksInPath()
        let link = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
        let folder = FileManager.default.fileExists(atPath: link.path) ? link : own
        return folder.deletingLastPathComponent().appendingPathComponent(name).path
    }

    deinit {
        terminate()
        _ = process.blockingTermination(before: .now + Self.stopTime)
    }

    /// Asks the program to end, by SIGTERM.
    func terminate() { process.send(SIGTERM) }

    /// Waits until the program has ended.
    func ended() async { await process.waitForEnd() }

    /// The resident memory in KiB; 0 after the process has ended.
    var residentKiB: Int {
        guard let text = try? String(contentsOfFile: "/proc/\(processID)/status", encoding: .utf8),
            let line = text.split(separator: "\n").first(where: { $0.hasPrefix("VmRSS:") })
        else { return 0 }
        return line.split(separator: " ").compactMap { Int($0) }.first ?? 0
    }
}
