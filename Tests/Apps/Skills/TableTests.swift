import Foundation
import SaybusTesting
import Testing

@Suite("Skills.docc")
struct TableTests {
    private static let project = PackageFolder.containing()

    /// Returns the cells of each row of a page's last table, without the header.
    private func rows(_ page: String) throws -> [[String]] {
        let file = Self.project.appending(path: "Sources/Apps/Skills/Skills.docc/\(page).md")
        let text = try String(contentsOf: file, encoding: .utf8)
        let table = try #require(text.components(separatedBy: "|---|\n").last)
        return table.split(separator: "\n").filter { $0.hasPrefix("| ") }
            .map { $0.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) } }
    }

    /// Returns the names of all test files, suites and targets.
    private func tests() throws -> Set<String> {
        let folder = Self.project.appending(path: "Tests")
        var known: Set<String> = []
        let files = try #require(FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil))
        for case let file as URL in files where file.pathExtension == "swift" {
            let text = try String(contentsOf: file, encoding: .utf8)
            guard text.contains("@Test") else { continue }
            known.insert(file.deletingPathExtension().lastPathComponent)
            known.insert(file.pathComponents[folder.pathComponents.count + 1] + "Tests")
            known.formUnion(text.matches(of: /struct (\w+Tests)/).map { String($0.1) })
        }
        return known
    }

    @Test(
        "the table lists all features of Alexa, or of Spokestack, with an equivalent, a status and an existing test",
        arguments: [("AlexaFeatures", "AX", 71), ("Spokestack", "SP", 65)])
    func features(page: String, prefix: String, count: Int) throws {
        let (rows, known) = (try rows(page), try tests())
        #expect(rows.map(\.first) == (1...count).map { "\(prefix)-\($0)" })
        for row in rows {
            #expect(row.count == 5 && row.allSatisfy { !$0.isEmpty }, "\(row)")
            guard row.count == 5 else { continue }
            let status = row[3]
            #expect(
                ["yes", "does not apply"].contains(status) || status.hasPrefix("elsewhere: ")
                    || status.hasPrefix("part: "), "\(row)")
            // A row whose status is "does not apply" gives a reason.
            #expect((status == "does not apply") == row[2].hasPrefix("Does not apply: "), "\(row)")
            if row[4] == "–" {
                #expect(status == "does not apply", "\(row)")
            } else {
                for name in row[4].components(separatedBy: ", ") { #expect(known.contains(name), "\(row)") }
            }
        }
    }

    @Test("the table lists all names of the article with an equivalent, a status and an existing test")
    func seed() throws {
        let (rows, known) = (try rows("Seed"), try tests())
        #expect(rows.count == 41)
        #expect(Set(rows.map(\.first)).count == rows.count)
        for row in rows {
            #expect(row.count == 4 && row.allSatisfy { !$0.isEmpty }, "\(row)")
            guard row.count == 4 else { continue }
            #expect(row[2] == "yes" || row[2].hasPrefix("other: "), "\(row)")
            #expect(known.contains(row[3]), "\(row)")
        }
    }

    @Test("every type named on the pages is declared in the module")
    func types() throws {
        let sources = Self.project.appending(path: "Sources/Apps/Skills")
        var declared: Set<String> = []
        let files = try #require(FileManager.default.enumerator(at: sources, includingPropertiesForKeys: nil))
        for case let file as URL in files where file.pathExtension == "swift" {
            let text = try String(contentsOf: file, encoding: .utf8)
            let pattern = /public (?:final )?(?:struct|enum|class|protocol|typealias) (\w+)/
            declared.formUnion(text.matches(of: pattern).map { String($0.1) })
        }
        for page in ["AlexaFeatures", "Seed", "Spokestack"] {
            for cell in try rows(page).flatMap({ $0 }) {
                for name in cell.matches(of: /``(\w+)``/) { #expect(declared.contains(String(name.1)), "\(name.1)") }
            }
        }
    }
}
