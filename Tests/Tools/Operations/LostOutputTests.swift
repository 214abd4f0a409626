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
}
