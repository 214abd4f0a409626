/// The words of a transcript that is still growing, as the protocol's `transcript-chunk`, to which words can only be
/// added. Pure.
///
/// A recognizer may change its last words. A word is told when two results in a row agree on it and on all before it.
struct GrowingText: Sendable {
    private var previous: [Substring] = []
    private var told: [Substring] = []

    /// Takes the text so far.
    /// - Returns: The next words to tell, with a space before them unless they are the first; nil for none.
    mutating func update(_ text: String) -> String? {
        let words = text.split(whereSeparator: \.isWhitespace)
        let agreed = zip(words, previous).prefix { $0 == $1 }.map(\.0)
        previous = words
        guard agreed.count > told.count, agreed.starts(with: told) else { return nil }
        return tell(agreed)
    }

    /// Takes the final text.
    /// - Returns: The words that were not told; nil when there are none, or when other words were told.
    mutating func finish(_ text: String) -> String? {
        let words = text.split(whereSeparator: \.isWhitespace)
        guard words.count > told.count, words.starts(with: told) else { return nil }
        return tell(words)
    }

    private mutating func tell(_ words: [Substring]) -> String {
        defer { told = words }
        return (told.isEmpty ? "" : " ") + words[told.count...].joined(separator: " ")
    }
}
