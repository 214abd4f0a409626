import Foundation
import SaybusStage
import Testing

@Suite("The version number")
struct VersionTests {
    @Test("the changelog's newest entry is the version that the programs print")
    func changelog() throws {
        let versions = try Project.text(".github/CHANGELOG.md").matches(of: /(?m)^## \[([^\]]+)\]/).map { String($0.1) }
        #expect(versions.first { $0 != "Unreleased" } == ProjectVersion.current)
    }

    @Test("it has the three numbers of semantic versioning")
    func numbers() { #expect(ProjectVersion.current.wholeMatch(of: /\d+\.\d+\.\d+/) != nil) }

    @Test("every program prints it with --version")
    func programs() throws {
        for name in try Project.folders(in: "Sources/Programs") {
            let files = try Project.files(in: "Sources/Programs/\(name)", ending: "Main.swift")
            #expect(
                try files.contains { try Project.text($0).contains("version: ProjectVersion.current") }, "\(name)")
        }
    }
}
