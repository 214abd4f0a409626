import Foundation
import SaybusConformance
import SaybusTesting
import Testing

/// Whether the libraries of the example in C are installed.
private let hasC = ["/usr/include/jansson.h", "/usr/include/zmq.h"].allSatisfy {
    FileManager.default.fileExists(atPath: $0)
}

@Suite("Stages in other languages", .timeLimit(.minutes(2)))
struct LanguageTests {
    @Test(
        "the recognizer in C is compiled without a warning, and conforms",
        .enabled(if: hasC, "libjansson-dev is missing"))
    func recognizerInC() async throws {
        let folder = try TemporaryFolder()
        let program = folder.path + "/recognizer"
        let compiler = try ProgramUnderTest(
            "/usr/bin/env",
            [
                "gcc", "-std=gnu11", "-Wall", "-Wextra", "-Werror", "-O1", "-o", program,
                TestEnvironment.project + "/deploy/c/recognizer.c", "-lzmq", "-ljansson",
            ])
        #expect(try await compiler.exitCode(within: .seconds(60)) == 0, "\(compiler.report)")
        let results = try await ConformanceKit(role: .intent, command: [program, "--wait", "2"]).run()
        for result in results { #expect(result.outcome == .passed, "\(result.check.rawValue): \(result.detail ?? "")") }
    }
}
