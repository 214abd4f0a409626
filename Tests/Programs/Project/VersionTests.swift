import Foundation
import SaybusStage
import SaybusTesting
import Testing

@Suite("The version number")
struct VersionTests {
    @Test("the changelog's newest entry is the version that the programs print")
    func changelog() throws {
        let versions = try Project.text(".github/CHANGELOG.md").matches(of: /(?m)^## \[([^\]]+)\]/).map { String($0.1) }
        #expect(versions.first { $0 != "Unreleased" } == ProjectVersion.current)
    }

    @Test("the version number has the three numbers of semantic versioning")
    func numbers() { #expect(ProjectVersion.current.wholeMatch(of: /\d+\.\d+\.\d+/) != nil) }

    @Test("a schema names the version")
    func schemas() async throws {
        let program = try ProgramUnderTest("saybus", ["schema", "speech.intent"])
        #expect(try await program.exitCode() == 0)
        #expect(program.lines().contains { $0.contains("\"$comment\"") && $0.contains(ProjectVersion.current) })
    }
}
