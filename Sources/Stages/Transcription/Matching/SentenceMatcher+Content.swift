/// The words of a sentence that another engine heard.
extension SentenceMatcher {
    /// The part of the letters in which a word may differ from one that was heard.
    private static let maximumDifference = 0.34
    /// The fewest bytes of a word that is heard within others: engines write compounds as one word or as several.
    private static let minimumPart = 4

    /// Returns whether a sentence has content words, and none of them was heard, nor one that is spelled nearly alike,
    /// nor as a part of a compound.
    func hasUnheardContent(_ sentence: [String], heard: [String]) -> Bool {
        let content = Set(sentence).subtracting(lightWords)
        let words = spelled(heard)
        let joined = words.joined()
        return !content.isEmpty
            && content.allSatisfy { word in
                (word.utf8.count < Self.minimumPart || !joined.contains(word))
                    && words.allSatisfy { difference($0, word, isKnown: false) > Self.maximumDifference }
            }
    }
}
