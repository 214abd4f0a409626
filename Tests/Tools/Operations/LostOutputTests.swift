import Foundation
import SaybusTesting
import Testing

@Suite("Output that cannot be written")
struct LostOutputTests {
    @Test(
        "output to a full disk ends with exit code 74 and one line; a closed pipe is no error",
        arguments: ["language", "check --schema", "schema"])
    func full(command: String) async throws {
        let saybus = ProgramUnderTest.path(of: "saybus")
        let full = try ProgramUnderTest("/bin/sh", ["-c", "exec '\(saybus)' \(command) > /dev/full"])
        #expect(try await full.exitCode() == 74)
        let lines = full.lines(.standardError)
        #expect(lines.count == 1 && lines[0].contains("No space left on device"), "\(lines)")
        let enough = try ProgramUnderTest("/bin/sh", ["-c", "'\(saybus)' \(command) | true"])
        #expect(try await enough.exitCode() == 0)
        #expect(enough.lines(.standardError).isEmpty)
    }

    @Test("a tool whose reader has gone ends quietly, by SIGPIPE")
    func noReader() async throws {
        let saybus = ProgramUnderTest.path(of: "saybus")
        let folder = try TemporaryFolder()
        let code = folder.path("code")
        // The tool starts when the reader has ended and closed the pipe.
        let shell = try ProgramUnderTest(
            "/bin/sh",
            [
                "-c",
                "mkfifo '\(folder.path("gone"))'; { read line <'\(folder.path("gone"))'; '\(saybus)' language; echo $? >'\(code)'; } | { exec <&-; echo >'\(folder.path("gone"))'; }",
            ])
        #expect(try await shell.exitCode() == 0)
        #expect(try String(contentsOfFile: code, encoding: .utf8) == "141\n")
        #expect(shell.lines(.standardError).isEmpty)
    }
}
