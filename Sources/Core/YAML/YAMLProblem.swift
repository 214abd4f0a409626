import Yams

/// The errors of YAML's parser in sentences that tell what to do.
package enum YAMLProblem {
    /// A position in a file, from 1.
    package typealias Place = (line: Int, column: Int)

    /// Returns the place from 1, if it is known, and the sentence.
    /// - Parameter bytes: The text that was parsed.
    package static func words(_ error: YamlError, in bytes: [UInt8]) -> (place: Place?, reason: String) {
        switch error {
        case .scanner(let context, let problem, let mark, _), .parser(let context, let problem, let mark, _),
            .composer(let context, let problem, let mark, _):
            if isIndentedByTab(line: mark.line, bytes) {
                return ((mark.line, mark.column), "expected spaces before the first word of a line, found a tab")
            }
            let words = (context.map { $0.text + ", " } ?? "") + problem
            let (before, rest) = line(mark.line, at: mark.column, bytes)
            let remedy = YAMLHint.remedy(for: words, before: before, rest: rest)
            // A quote that is never closed is found at the end of the file.
            let mark = problem.contains("end of stream") ? context?.mark ?? mark : mark
            return ((mark.line, mark.column), "is not YAML: " + words + (remedy.map { "; \($0)" } ?? ""))
        case .reader(let problem, _, let value, _):
            return (nil, "is not YAML: \(problem)" + (value >= 0 ? " (character \(value))" : ""))
        case .duplicatedKeysInMapping(let keys, let context):
            let names = keys.prefix(5).map { "\"\($0)\"" }.joined(separator: ", ")
            let first = (line: context.mark.line, column: context.mark.column)
            let second = keys.first.flatMap { RepeatedKey.place(of: $0, after: first, in: bytes) }
            let places = second.map { ": here and at \($0.line):\($0.column)" } ?? "; the first is here"
            return (first, "expected every key once, found \(names) twice\(places)")
        default:
            return (nil, "is not YAML: \(error)")
        }
    }

    /// Returns a line, divided at a column, from 1.
    private static func line(_ line: Int, at column: Int, _ bytes: [UInt8]) -> (before: Substring, rest: Substring) {
        let lines = bytes.split(
            separator: UInt8(ascii: "\n"), maxSplits: max(0, line), omittingEmptySubsequences: false)
        guard line >= 1, line <= lines.count else { return ("", "") }
        let text = String(decoding: lines[line - 1], as: UTF8.self)
        return (text.prefix(max(0, column - 1)), text.dropFirst(max(0, column - 1)))
    }

    private static func isIndentedByTab(line: Int, _ bytes: [UInt8]) -> Bool {
        let lines = bytes.split(
            separator: UInt8(ascii: "\n"), maxSplits: max(0, line), omittingEmptySubsequences: false)
        guard line >= 1, line <= lines.count else { return false }
        return lines[line - 1].prefix { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
            .contains(UInt8(ascii: "\t"))
    }
}
