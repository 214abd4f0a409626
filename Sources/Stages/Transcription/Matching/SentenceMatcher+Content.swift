/// The words of a sentence that another engine heard.
extension SentenceMatcher {
    /// The part of the letters in which a word may differ from one that was heard.
    private static let mostDifference = 0.34

    /// Returns whether a sentence has content words, and none of them was heard, nor one that is spelled nearly alike.
    func hasUnheardContent(_ sentence: [String], heard: [String]) -> Bool {
        let content = Set(sentence).subtracting(lightWords)
        let heard = Set(spelled(heard))
        return !content.isEmpty
            && content.allSatisfy { word in
                heard.allSatisfy { difference($0, word, isKnown: false) > Self.mostDifference }
            }
    }
}
