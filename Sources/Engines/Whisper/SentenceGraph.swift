/// Sentences that may be said: the paths of a graph of words from state 0 to a final state.
package struct SentenceGraph: Sendable {
    /// An arc to a state. Its word is a place in ``words``.
    package struct Arc: Sendable {
        var word: Int
        var to: Int

        /// Creates an arc.
        package init(word: Int, to: Int) { (self.word, self.to) = (word, to) }
    }

    /// The distinct words, in small letters. One may stand for several, such as `twenty five`, with spaces between
    /// them.
    package let words: [String]
    /// The place of the word that stands for any single word; nil when no sentence has it.
    let anyWord: Int?
    /// The arcs of each state.
    package let arcs: [[Arc]]
    /// The states in which a sentence may end.
    let finals: Set<Int>
    /// The numbers that words are, such as 25.
    let numbers: [String: Int]

    /// Creates a graph. State 0, where every sentence begins, is the first of `arcs`.
    package init(
        words: [String], anyWord: Int?, arcs: [[Arc]], finals: Set<Int>, numbers: [String: Int] = [:]
    ) {
        (self.words, self.anyWord, self.arcs, self.finals) = (words, anyWord, arcs, finals)
        self.numbers = numbers
    }
}
