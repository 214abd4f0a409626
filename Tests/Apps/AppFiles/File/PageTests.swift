import Foundation
import SaybusTesting
import Testing

@testable import SaybusAppFiles

@Suite("Apps in the documentation")
struct PageTests {
    @Test(
        "each app in a page is valid, and gets no warning",
        arguments: [
            ("README.md", 1), ("Sources/Apps/Conversation/Conversation.docc/YAMLApps.md", 5),
        ])
    func apps(page: String, count: Int) throws {
        let text = try String(contentsOfFile: PackageFolder.containing().path + "/" + page, encoding: .utf8)
        let blocks = text.components(separatedBy: "```yaml\n").dropFirst()
        let apps = blocks.compactMap { $0.components(separatedBy: "```").first }.filter { $0.hasPrefix("app: ") }
        #expect(apps.count >= count)
        let folder = try TemporaryFolder()
        let secrets = try folder.write("lights.secrets", "HOME_TOKEN=abcdef\n")
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: secrets)
        for app in apps {
            let file = try folder.write("app.yaml", app)
            // A page may name a program of the reader's own.
            let findings = AppCheck(files: [file]).findings.filter { $0.code != WarningCode.program.rawValue }
            #expect(findings.isEmpty, "\(app): \(findings)")
        }
    }
}
