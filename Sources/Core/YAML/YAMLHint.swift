/// The remedy for a problem of YAML's parser, whose words tell a file's author little.
enum YAMLHint {
    /// Returns the remedy; nil when none is likely.
    /// - Parameters:
    ///   - problem: The parser's words.
    ///   - before: The part of the line before the place of the problem.
    ///   - rest: The part of the line from there on.
    static func remedy(for problem: String, before: Substring, rest: Substring) -> String? {
        let quoted = "put the whole text in quotes"
        if problem.contains("cannot start any token"), let first = rest.first {
            return "a text cannot begin with \(first): \(quoted)"
        }
        if problem.contains("mapping values are not allowed") {
            return "a text cannot have a colon before a blank: \(quoted); or the line is indented too far"
        }
        if problem.contains("undefined alias") { return "a text cannot begin with *: \(quoted)" }
        if problem.contains("unknown escape character") {
            return "write \\\\ for a \\, or put the text in ' instead of \""
        }
        if problem.contains("end of stream"), problem.contains("quoted scalar") { return "a quote is not closed" }
        if problem.contains("',' or '") { return "a bracket is not closed, or a text in brackets needs quotes" }
        guard problem.contains("did not find expected") else { return nil }
        let last = before.last { !$0.isWhitespace }
        if let last, "}]".contains(last) { return "a text cannot begin with { or [: \(quoted)" }
        if let last, "\"'".contains(last) { return "words stand after the quotes: \(quoted)" }
        return before.allSatisfy(\.isWhitespace) ? "indent the line as those to which it belongs" : nil
    }
}
