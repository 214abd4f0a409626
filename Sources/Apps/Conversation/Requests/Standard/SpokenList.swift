import SaybusPhrases

/// A list of texts in a sentence: `red, green or blue`.
enum SpokenList {
    /// Returns the texts with commas, and "or" before the last one.
    static func alternatives(_ texts: [String]) -> String {
        guard texts.count > 1, let last = texts.last else { return texts.first ?? "" }
        return "\(texts.dropLast().joined(separator: ", ")) \(BuiltInSentence.or.text()) \(last)"
    }
}
