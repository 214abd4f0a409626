/// The words around a command that have no meaning for it. An entry may be several words with single spaces.
public struct FillerVocabulary: Sendable, Equatable, Codable {
    /// Words that may precede a command.
    public var leading: [String]
    /// Words that may follow a command.
    public var trailing: [String]
    /// Words and phrases that do not belong to an open parameter that ends with them, as in "call kim please".
    public var afterText: Set<String>

    /// Creates a vocabulary from words and phrases in lower case.
    public init(leading: [String], trailing: [String], afterText: Set<String>) {
        (self.leading, self.trailing, self.afterText) = (leading, trailing, afterText)
    }

    /// The fillers of English.
    public static let english = FillerVocabulary(
        leading: [
            "um", "uh", "er", "erm", "hmm", "ok", "okay", "so", "well", "please", "can you", "could you", "would you",
            "will you", "actually", "oh", "hey", "just", "i want to", "i want you to", "i wanna", "i would like to",
            "id like to", "id like you to", "i need to", "i need you to", "lets", "let us", "let me", "can we",
            "could we", "can i", "could i", "may i", "go ahead and",
        ],
        trailing: [
            "um", "uh", "er", "erm", "please", "thanks", "thank you", "for me", "now", "right now", "then",
            "if you can", "will you", "would you",
        ], afterText: ["please"])
}
