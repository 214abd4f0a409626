import Foundation
import Testing

@Suite("Code in the documentation")
struct SnippetTests {
    @Test(
        "every piece of Swift and Python in a page stands in a file that is compiled or run by a test",
        arguments: [("swift", ".swift"), ("python", ".py")])
    func standsInFile(language: String, ending: String) throws {
        let sources = try ["Sources", "Tests", "deploy"].flatMap { try Project.files(in: $0, ending: ending) }
        let files = try sources.map { Self.essence(try Project.text($0)) }
        var count = 0
        for page in try ["Sources", "deploy"].flatMap({ try Project.files(in: $0, ending: ".md") }) {
            for block in try Project.text(page).matches(of: try Regex("(?ms)^```\(language)\n(.*?)^```")) {
                let code = Self.essence(String(block.output[1].substring ?? ""))
                // A single import shows a module's name.
                guard !code.isEmpty else { continue }
                count += 1
                #expect(files.contains { $0.contains(code) }, "\(page) has code that no file has:\n\(code)")
            }
        }
        #expect(count >= 5)
    }

    /// Returns the lines between line ends, without indentation, empty lines and imports, which differ by place.
    private static func essence(_ code: String) -> String {
        let lines = code.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
            .filter { !$0.isEmpty && !$0.hasPrefix("import ") }
        return lines.isEmpty ? "" : "\n" + lines.joined(separator: "\n") + "\n"
    }
}
