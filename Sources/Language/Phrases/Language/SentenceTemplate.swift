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

    /// Returns the values with which a sentence becomes a text; nil when there are none with which it does. Values are
    /// no whole sentences.
    static func values(in text: String, of sentence: String) -> [String: String]? {
        // A look at the beginning is much faster than the expressions.
        guard text.hasPrefix(sentence.prefix { $0 != "{" }) else { return nil }
        let names = sentence.matches(of: /\{([^}]*)\}/).map { String($0.1) }
        let literals = sentence.split(separator: /\{[^}]*\}/, omittingEmptySubsequences: false).map(String.init)
        guard let first = literals.first else { return nil }
        guard !names.isEmpty else { return text == sentence ? [:] : nil }
        // Without words of its own, a sentence could become any text.
        guard literals.contains(where: { $0.contains(where: \.isLetter) }) else { return nil }
        var rest = text.dropFirst(first.count)
        var values: [String: String] = [:]
        for (index, (name, literal)) in zip(names, literals.dropFirst()).enumerated() {
            var end: Substring.Index?
            if index < names.count - 1 {
                end = rest.firstRange(of: literal)?.lowerBound
            } else if rest.hasSuffix(literal) {
                end = rest.dropLast(literal.count).endIndex
            }
            guard let end, rest.startIndex < end else { return nil }
            let value = rest[..<end]
            guard value.firstMatch(of: /[.?!]\s/) == nil else { return nil }
            values[name] = String(value)
            rest = rest[end...].dropFirst(literal.count)
        }
        return values
    }

    /// Returns what is wrong with a sentence that may have certain values; nil when nothing is.
    static func problem(_ sentence: String, values: Set<String>) -> String? {
        guard let unknown = names(in: sentence).subtracting(values).min() else { return nil }
        let list = values.sorted().map { "{\($0)}" }.joined(separator: " and ")
        return "has {\(unknown)}, and may have \(list.isEmpty ? "no value" : list)"
    }
}
