/// The words of a language that mean something beyond the templates: numbers, times, and words without a meaning.
///
/// English is built in. Another language is a file (``init(contentsOf:)``), all its words as ``Token/key``.
public struct Language: Sendable, Equatable, Codable {
    /// Numbers in words.
    public var numbers: NumberVocabulary
    /// Dates, times of day and lengths of time.
    public var times: TimeVocabulary
    /// Words around a command that mean nothing for it.
    public var fillers: FillerVocabulary
    /// Words that say nothing of a subject: `who`, `is`, `the`.
    public var functionWords: Set<String>
    /// Further words for digits, among digits only: `won` for one, `ate` for eight.
    public var soundAlikes: [String: Int]

    /// A language.
    public init(
        numbers: NumberVocabulary, times: TimeVocabulary, fillers: FillerVocabulary, functionWords: Set<String>,
        soundAlikes: [String: Int]
    ) {
        (self.numbers, self.times, self.fillers) = (numbers, times, fillers)
        (self.functionWords, self.soundAlikes) = (functionWords, soundAlikes)
    }

    /// English.
    public static let english = Language(
        numbers: .english, times: .english, fillers: .english,
        functionWords: [
            "a", "across", "all", "am", "an", "and", "any", "are", "around", "at", "by", "can", "could", "did", "do",
            "does", "every", "for", "from", "had", "has", "have", "how", "i", "im", "in", "is", "it", "its", "me", "my",
            "of", "on", "or", "our", "some", "that", "the", "their", "there", "these", "they", "this", "those",
            "throughout", "to", "was", "we", "were", "what", "whats", "when", "where", "wheres", "which", "who", "whos",
            "why", "will", "with", "would", "you", "your",
        ],
        soundAlikes: [
            "owe": 0, "won": 1, "to": 2, "too": 2, "tree": 3, "for": 4, "fore": 4, "sicks": 6, "sics": 6, "ate": 8,
        ])
}

/// Words around a command that mean nothing for it; each may be several words with single spaces.
public struct FillerVocabulary: Sendable, Equatable, Codable {
    /// What may stand before a command.
    public var leading: [String]
    /// What may stand after a command.
    public var trailing: [String]
    /// What is no part of an open parameter when it ends the utterance: "call kim please".
    public var afterText: Set<String>

    /// Fillers.
    public init(leading: [String], trailing: [String], afterText: Set<String>) {
        (self.leading, self.trailing, self.afterText) = (leading, trailing, afterText)
    }

    /// English.
    public static let english = FillerVocabulary(
        leading: [
            "um", "uh", "er", "erm", "hmm", "ok", "okay", "so", "well", "please", "can you", "could you", "would you",
        ],
        trailing: ["um", "uh", "er", "erm", "please", "thanks", "thank you"], afterText: ["please"])
}
