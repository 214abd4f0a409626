import Foundation
import Testing

@Suite("The page of log lines")
struct LogLineTests {
    private static let page = "Sources/Tools/PipelineFiles/PipelineFiles.docc/LogLines.md"
    /// The lines of tools that nobody operates.
    private static let others = ["/Benchmarks/", "/Examples/", "/Fuzzing/", "/Testing/"]
    /// The calls that log. Most files have none of them.
    private static let calls = [".notice(", ".warning(", ".error(", ".critical("]

    @Test("has each message that a program logs from level notice on, and no other")
    func lines() throws {
        let page = try Project.text(Self.page)
        let rows = page.matches(of: /\| `([^`]+)` \|/).map { String($0.1) }
        let listed = Set(rows)
        #expect(rows.count == listed.count, "a message stands twice on the page")
        var sources = ""
        for file in try Project.files(in: "Sources", ending: ".swift")
        where !Self.others.contains(where: { file.contains($0) }) {
            let source = try Project.text(file)
            guard Self.calls.contains(where: { source.contains($0) }) else { continue }
            sources += source
            for message in Self.messages(in: source) where message.contains(where: \.isLetter) {
                #expect(listed.contains(message), "\(file) logs \"\(message)\"")
            }
        }
        for row in rows {
            for part in row.split(separator: "…") where part.contains(where: \.isLetter) {
                #expect(sources.contains(part), "no program logs \"\(row)\"")
            }
        }
        #expect(rows.count > 100)
    }

    @Test("an interpolation in a message is an ellipsis")
    func ellipsis() {
        let source = #"logger.warning("\"\(name(of: "x"))\" of \(a[(1)]) is gone", metadata: [:]); log.notice("\(x)")"#
        #expect(Self.messages(in: source) == ["\"…\" of … is gone", "…"])
    }

    /// Returns the messages of a source file that are logged from level notice on.
    private static func messages(in source: String) -> [String] {
        source.matches(of: /\blog(?:ger)?\??\.(?:notice|warning|error|critical)\(\s*"/).map { match in
            var message = "", depth = 0, isEscaped = false
            for character in source[match.range.upperBound...] {
                if depth > 0 {
                    if character == "(" { depth += 1 } else if character == ")" { depth -= 1 }
                } else if isEscaped {
                    isEscaped = false
                    if character == "(" { (depth, message) = (1, message + "…") } else { message.append(character) }
                } else if character == "\\" {
                    isEscaped = true
                } else if character == "\"" {
                    break
                } else {
                    message.append(character)
                }
            }
            return message
        }
    }
}
