extension QuestionVocabulary {
    /// Returns whether a text takes back what was said before it, and says nothing else: `no`, `no wait`, `I mean`. A
    /// single word does so only if it disagrees: `sorry` may be the title of a song.
    package func takesBack(_ text: String) -> Bool {
        func keys(_ text: String) -> [String] { Words.tokenize(text).map(\.key) }
        let words = keys(text)
        guard words.count != 1 else { return disagreeing.contains { keys($0) == words } }
        let phrases = corrections.map(keys).filter { !$0.isEmpty }
        var rest = words[...]
        while let phrase = phrases.filter({ rest.starts(with: $0) }).max(by: { $0.count < $1.count }) {
            rest = rest.dropFirst(phrase.count)
        }
        return !words.isEmpty && rest.isEmpty
    }
}
