import Foundation
import SaybusTesting
import Testing

@Suite("The scripts of the project")
struct ScriptTests {
    @Test(
        "a script says with --help what it does, and refuses an unknown option before it installs anything",
        arguments: ["demo", "docs", "install", "test"])
    func options(script: String) async throws {
        let path = PackageFolder.containing().appending(path: "deploy/\(script)").path(percentEncoded: false)
        let help = try ProgramUnderTest(path, ["--help"])
        #expect(try await help.exitCode() == 0, "\(help.report)")
        #expect(help.lines().contains { $0.contains("deploy/\(script)") }, "\(help.report)")
        let wrong = try ProgramUnderTest(path, ["--bogus"])
        #expect(try await wrong.exitCode() == 64, "\(wrong.report)")
        #expect(wrong.lines().isEmpty, "nothing was begun: \(wrong.report)")
        #expect(wrong.lines(.standardError).last?.contains("unknown option --bogus") == true, "\(wrong.report)")
    }
}
