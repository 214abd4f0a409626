/// A word with what is spoken for it.
struct StyledWord: Sendable, Equatable {
    /// The word as written, with its punctuation.
    var written: String
    /// The spoken form: the word, or its characters one by one.
    var spoken: [String]
    /// The way in which it is spoken.
    var style = SpeechStyle()

    /// Whether the word ends a sentence.
    var endsSentence: Bool {
        let text = written.reversed().drop { "\"'”’)]»".contains($0) }
        switch text.first {
        case "!", "?", "…", "。", "！", "？", "।": return true
        // A short word before the dot is often an abbreviation: "Dr.", "No.", "e.g.".
        case ".": return text.dropFirst().prefix { $0.isLetter || $0.isNumber }.count > 3
        default: return false
        }
    }
}
