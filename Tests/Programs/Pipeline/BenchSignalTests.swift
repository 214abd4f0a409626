import Foundation
import SaybusTesting
import Testing

@Suite("Benchmarks that a signal ends", .timeLimit(.minutes(2)))
struct BenchSignalTests {
    /// The processes whose command line mentions a folder.
    private func processes(mentioning folder: String) -> [String] {
        let ids = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
        return ids.filter { id in
            guard Int(id) != nil, let words = FileManager.default.contents(atPath: "/proc/\(id)/cmdline") else {
                return false
            }
            return words.firstRange(of: Data(folder.utf8)) != nil
        }
    }

    @Test(
        "SIGTERM and SIGINT end a benchmark, and leave neither a program nor a file of it behind",
        arguments: [
            ["chaos", "--turns", "100000"], ["fuzz", "--bus", "--inputs", "100000000"], ["scale", "--seconds", "3600"],
            ["swap", "--swaps", "100000", "intent"], ["conversation", "--turns", "1000000"],
            ["bus", "--messages", "50000000"],
        ], [SIGTERM, SIGINT])
    func signalled(arguments: [String], signal: Int32) async throws {
        let folder = try TemporaryFolder()
        let bench = try ProgramUnderTest("saybus-bench", arguments, environment: ["TMPDIR": folder.path])
        while processes(mentioning: folder.path).isEmpty, bench.isRunning { await Task.yield() }
        bench.send(signal)
        #expect(try await bench.exitCode(within: .seconds(30)) == 128 + signal, "\(bench.report)")
        #expect(processes(mentioning: folder.path).isEmpty)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
    }
}
