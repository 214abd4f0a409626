import SaybusPhrases

/// The names that users give, as they are compared: those of timers and the like, and the entries of lists.
///
/// Capitals and punctuation make no difference. Nor do determiners before the other words: "the pasta" is "pasta".
enum SpokenName {
    /// Words that may precede a name: `the`, `some`, but not `no`, which makes it another one.
    private static let determiners: Set<String> = {
        let words = Language.inUse.questionWords
        return Set(words.determiners.map(Words.key)).subtracting(words.disagreeing.map(Words.key))
    }()

    /// Returns the words of a name, as they are compared.
    static func words(of name: String) -> [String] { Words.tokenize(name).map(\.key) }

    /// Returns the words of a name behind the determiners; all words when there are no others.
    static func core(of words: [String]) -> ArraySlice<String> {
        let core = words.drop(while: determiners.contains)
        return core.isEmpty ? words[...] : core
    }

    /// Returns a name as it is written behind the determiners; the whole name when it has no other words.
    static func withoutDeterminers(_ name: String) -> String {
        let tokens = Words.tokenize(name)
        guard let first = tokens.firstIndex(where: { !determiners.contains($0.key) }), first > 0 else { return name }
        return String(name.dropFirst(tokens[first].range.lowerBound))
    }
}
