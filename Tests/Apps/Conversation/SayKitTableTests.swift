import Foundation
import SaybusTesting
import Testing

@Suite("Conversation.docc/SayKit.md")
struct SayKitTableTests {
    private static let project = PackageFolder.containing()

    /// Returns the cells of each row of the table.
    private func rows() throws -> [[String]] {
        let file = Self.project.appending(path: "Sources/Apps/Conversation/Conversation.docc/SayKit.md")
        return try String(contentsOf: file, encoding: .utf8).split(separator: "\n").filter { $0.hasPrefix("| SK-") }
            .map { $0.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) } }
    }

    @Test("the table is complete, and each row has an equivalent and a status")
    func rowsAreWhole() throws {
        let rows = try rows()
        #expect(rows.map(\.first) == (1...171).map { "SK-\($0)" })
        for row in rows {
            #expect(row.count == 5 && !row[2].isEmpty, "\(row)")
            #expect(
                ["yes", "does not apply"].contains(row[3]) || row[3].hasPrefix("elsewhere: ")
                    || row[3].hasPrefix("part: "), "\(row)")
        }
    }

    @Test("every test that the table names exists, and only rows that cannot be tested name none")
    func testsExist() throws {
        let tests = Self.project.appending(path: "Tests")
        var known: Set<String> = []
        let files = try #require(FileManager.default.enumerator(at: tests, includingPropertiesForKeys: nil))
        for case let file as URL in files where file.pathExtension == "swift" {
            let text = try String(contentsOf: file, encoding: .utf8)
            guard text.contains("@Test") else { continue }
            known.insert(file.deletingPathExtension().lastPathComponent)
            known.insert(file.pathComponents[tests.pathComponents.count + 1] + "Tests")
            known.formUnion(text.matches(of: /struct (\w+Tests)/).map { String($0.1) })
        }
        for row in try rows() where row[4] != "–" {
            for name in row[4].split(separator: ", ") { #expect(known.contains(String(name)), "\(row)") }
        }
        let untested = try rows().filter { $0[4] == "–" && $0[3] != "does not apply" }.map { $0[0] }
        #expect(untested == ["SK-2", "SK-3"])
    }
}
