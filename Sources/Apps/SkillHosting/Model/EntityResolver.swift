import SaybusMessages
import SaybusPhrases
import SaybusSkills

/// A resolver of words to the values of a slot type, by a value's name or synonyms.
struct EntityResolver: Sendable {
    /// The values by normalized words, for each type.
    private let types: [String: [String: [Resolutions.Value]]]
    /// The prefix of the authority's name.
    private let authority: String
    /// The parser of numbers in words; nil when no value has a number in digits.
    private let numbers: NumberParser?

    /// Creates a resolver for the values of slot types.
    /// - Parameters:
    ///   - types: The slot types.
    ///   - authority: The prefix of the authority's name, to which the type's name is appended.
    init(_ types: [Catalog.SlotType], authority: String) {
        self.authority = authority
        var found: [String: [String: [Resolutions.Value]]] = [:]
        for type in types where !type.values.isEmpty {
            // A type may come twice, such as once for each source of a skill's values: the values of both count.
            var values = found[type.name] ?? [:]
            for value in type.values {
                let entity = Resolutions.Value(name: value.value, id: value.id ?? "")
                for words in Set(([value.value] + (value.synonyms ?? [])).map(Self.key)) where !words.isEmpty {
                    // A value that is listed twice is one match: two would be ambiguous.
                    if values[words]?.contains(entity) != true { values[words, default: []].append(entity) }
                }
            }
            found[type.name] = values
        }
        let hasDigits = found.values.contains { values in
            values.keys.contains { words in words.utf8.contains { 0x30...0x39 ~= $0 } }
        }
        self.types = found
        numbers = hasDigits ? NumberParser() : nil
    }

    /// Returns the values that words stand for; nil when the type has no list of values.
    func resolution(of words: String, type: String) -> Resolutions.Resolution? {
        guard let values = types[type] else { return nil }
        let name = authority + type
        guard let found = values[Self.key(words)] else {
            return Resolutions.Resolution(authority: name, status: .init(code: .noMatch))
        }
        return Resolutions.Resolution(
            authority: name, status: .init(code: .match), values: found.map { .init(value: $0) })
    }

    /// Returns words as a type's list writes them, with digits in place of numbers in words: "channel 4" for "channel
    /// four"; the words themselves when the list has them, or not these either.
    func spelling(of words: String, type: String) -> String {
        guard let numbers, let values = types[type], values[Self.key(words)] == nil else { return words }
        let tokens = Words.tokenize(words)
        var written: [String] = []
        var position = 0
        while position < tokens.count {
            if let (value, count) = numbers.parse(tokens[position...]), let whole = Int(exactly: value),
                !numbers.isOrdinal(tokens[position + count - 1].key)
            {
                written.append("\(whole)")
                position += count
            } else {
                written.append(tokens[position].text)
                position += 1
            }
        }
        let spelling = written.joined(separator: " ")
        return values[Self.key(spelling)] == nil ? words : spelling
    }

    /// Returns the normalized form of words for comparison. Punctuation, case and the kind of apostrophe do not
    /// matter.
    static func key(_ words: String) -> String {
        Words.normalize(words).map { Words.key(of: $0) }.joined(separator: " ")
    }
}
