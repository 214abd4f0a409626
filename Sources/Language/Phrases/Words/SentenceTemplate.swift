/// Sentences of a language file in which a name in braces stands for a value: `The {label} has {left} left.`
package enum SentenceTemplate {
    /// Returns a sentence with values in place of their names. Names without a value stay.
    package static func fill(_ sentence: String, _ values: [String: String]) -> String {
        var text = ""
        var rest = sentence[...]
        while let start = rest.firstIndex(of: "{"), let end = rest[start...].firstIndex(of: "}") {
            let name = String(rest[rest.index(after: start)..<end])
            text += rest[..<start] + (values[name] ?? String(rest[start...end]))
            rest = rest[rest.index(after: end)...]
        }
        return text + rest
    }

    /// Returns the names of the values in a sentence.
    static func names(in sentence: String) -> Set<String> {
        Set(sentence.matches(of: /\{([^}]*)\}/).map { String($0.1) })
    }

    /// Returns what is wrong with a sentence that may have certain values; nil when nothing is.
    static func problem(_ sentence: String, values: Set<String>) -> String? {
        guard let unknown = names(in: sentence).subtracting(values).min() else { return nil }
        let list = values.sorted().map { "{\($0)}" }.joined(separator: " and ")
        return "has {\(unknown)}, and may have \(list.isEmpty ? "no value" : list)"
    }
}
