import Foundation
import SaybusTesting
import Testing

@Suite("Comparing benchmarks")
struct BenchCompareTests {
    /// A line of a file of runs, as `saybus-bench --save` writes it.
    private static func line(rate: Double) -> String {
        """
        {"at":"2026-11-24T12:00:00Z","command":["intent"],"figures":[{"name":"rate","unit":"utt/s","value":\(rate)}],\
        "isOptimized":true,"load":{"share":0.01},"machine":{"kernel":"Linux 6","memoryBytes":1,"processor":"P",\
        "processors":2},"seconds":3,"version":"1.0.0"}

        """
    }

    @Test("a loss beyond what is accepted ends the comparison with 1, and names the figure")
    func loss() async throws {
        let folder = try TemporaryFolder()
        let (before, after) = ("\(folder.path)/before.jsonl", "\(folder.path)/after.jsonl")
        try (Self.line(rate: 5000) + Self.line(rate: 5100)).write(toFile: before, atomically: true, encoding: .utf8)
        try Self.line(rate: 4000).write(toFile: after, atomically: true, encoding: .utf8)
        let strict = try ProgramUnderTest("saybus-bench", ["compare", before, after, "--worse", "5"])
        #expect(try await strict.exitCode() == 1, "\(strict.report)")
        #expect(strict.lines().contains { $0.hasPrefix("✗ rate") && $0.hasSuffix("−21 %") }, "\(strict.report)")
        let lenient = try ProgramUnderTest("saybus-bench", ["compare", before, after, "--worse", "30"])
        #expect(try await lenient.exitCode() == 0, "\(lenient.report)")
    }

    @Test("a file that is not there is named with exit code 66")
    func missing() async throws {
        let folder = try TemporaryFolder()
        let program = try ProgramUnderTest("saybus-bench", ["compare", "\(folder.path)/a", "\(folder.path)/b"])
        #expect(try await program.exitCode() == 66)
        #expect(program.report.contains("cannot read \(folder.path)/a"), "\(program.report)")
    }
}
