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

    @Test("a cluster's keys of which some could not be made are neither printed nor used by a later run")
    func keys() async throws {
        let folder = try TemporaryFolder()
        // It cannot make the key of the intent stage.
        let real = ProgramUnderTest.path(of: "saybus")
        try folder.script("saybus", "[ \"$3\" = intent ] && exit 69\nexec \"\(real)\" \"$@\"")
        let script = PackageFolder.containing().appending(path: "deploy/packaging/kubernetes/keys")
        let environment = ["PATH": "\(folder.path):/usr/local/bin:/usr/bin:/bin"]
        for _ in 0..<2 {
            let run = try ProgramUnderTest(
                script.path(percentEncoded: false), ["--keep", folder.path("keys")], environment: environment)
            #expect(try await run.exitCode() != 0 && run.lines().isEmpty, "\(run.report)")
        }
        #expect(!FileManager.default.fileExists(atPath: folder.path("keys/policy.yaml")))
    }

    @Test(
        "a container that podman would start again at once pauses before it ends",
        arguments: [(0, nil), (1, "0.5"), (69, "5"), (78, "5")] as [(Int32, String?)])
    func pause(code: Int32, time: String?) async throws {
        let file = PackageFolder.containing().appending(path: "deploy/packaging/containers/compose.yaml")
        let compose = try String(contentsOf: file, encoding: .utf8)
        let match = compose.firstMatch(of: /entrypoint: (\[[^\]]*\])/)
        let list = String(try #require(match).1)
        // Compose takes "$" for a variable of its own.
        let json = list.replacing("$$", with: "$")
        let entrypoint = try JSONDecoder().decode([String].self, from: Data(json.utf8))
        let shell = try #require(entrypoint.firstIndex(of: "sh"))
        let folder = try TemporaryFolder()
        try folder.script("sleep", "echo \"$1\"")
        let run = try ProgramUnderTest(
            "/bin/sh", Array(entrypoint[(shell + 1)...]) + ["sh", "-c", "exit \(code)"],
            environment: ["PATH": "\(folder.path):/usr/bin:/bin"])
        #expect(try await run.exitCode() == code, "\(run.report)")
        #expect(run.lines() == [time].compactMap(\.self))
    }
}
