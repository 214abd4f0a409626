import Foundation
import SaybusTesting
import Testing

@Suite("SayKit's names")
struct SayKitNamesTests {
    /// The declarations with SayKit's names, and the names to which they lead.
    private static let renames: [(old: String, new: String)] = {
        let folder = PackageFolder.containing().appending(path: "Sources/Apps/Conversation/SayKitNames")
        let files = (try? FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)) ?? []
        return files.flatMap { file -> [(String, String)] in
            let text = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
            return text.matches(of: /renamed: "([^"]+)"\)\s+public (?:static )?(?:typealias|var|func) (\w+)/).map {
                (String($0.2), String($0.1))
            }
        }
    }()

    @Test("the page that compares with SayKit lists every renamed declaration")
    func documented() throws {
        let page = try String(
            contentsOf: PackageFolder.containing()
                .appending(path: "Sources/Apps/Conversation/Conversation.docc/SayKit.md"),
            encoding: .utf8)
        try #require(Self.renames.count > 80)
        for rename in Self.renames where !rename.old.hasPrefix("SAYStandardCommand") {
            let prefixed = "SAY" + rename.new
            let isListed = page.contains("`\(rename.old)`") || page.contains("`\(rename.old)(")
            let isOnlyRelabelled = rename.new.hasPrefix("\(rename.old)(")
            #expect(isListed || isOnlyRelabelled || rename.old == prefixed, "\(rename.old) is not listed")
        }
    }
}
