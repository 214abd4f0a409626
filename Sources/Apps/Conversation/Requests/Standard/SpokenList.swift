/// A list of texts in a sentence: `red, green or blue`.
enum SpokenList {
    /// Returns the texts with commas, and a word before the last one.
    static func text(_ texts: [String], joinedBy word: String) -> String {
        guard texts.count > 1, let last = texts.last else { return texts.first ?? "" }
        return "\(texts.dropLast().joined(separator: ", ")) \(word) \(last)"
    }
}
