import Foundation
import SaybusTesting
import Testing

@testable import SaybusAppFiles

@Suite("Conversation.docc/YAMLApps.md")
struct PageTests {
    @Test("each app in the page is valid, and gets no warning")
    func apps() throws {
        let page = PackageFolder.containing().path + "/Sources/Apps/Conversation/Conversation.docc/YAMLApps.md"
        let blocks = try String(contentsOfFile: page, encoding: .utf8).components(separatedBy: "```yaml\n").dropFirst()
        let apps = blocks.compactMap { $0.components(separatedBy: "```").first }.filter { $0.hasPrefix("app: ") }
        #expect(apps.count >= 5)
        let folder = try TemporaryFolder()
        let secrets = try folder.write("lights.secrets", "HOME_TOKEN=abcdef\n")
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: secrets)
        for app in apps {
            let file = try folder.write("app.yaml", app)
            let findings = AppCheck(files: [file]).findings
            #expect(findings.isEmpty, "\(app): \(findings)")
        }
    }
}
