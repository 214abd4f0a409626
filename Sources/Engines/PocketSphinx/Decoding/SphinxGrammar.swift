/// A finite-state grammar for the library's search, with the pronunciations of its words.
package struct SphinxGrammar: Sendable {
    /// The label of a transition.
    package enum Word: Sendable {
        /// A word with all its pronunciations.
        case spoken(String, [Pronunciation])
        /// Any one word: a loop of phones stands for it.
        case any
    }

    /// A transition to another state by a word; `word` is an index in ``words``.
    package struct Arc: Sendable {
        let word: Int
        let to: Int

        package init(word: Int, to: Int) { (self.word, self.to) = (word, to) }
    }

    let words: [Word]
    /// The arcs of each state; state 0 is the start.
    let arcs: [[Arc]]
    /// The states in which a sentence may end.
    let finals: Set<Int>
    /// The weight of each spoken word, 0 or less, in the units of acoustic scores. A penalty makes short sentences
    /// likelier.
    let wordWeight: Int

    package init(words: [Word], arcs: [[Arc]], finals: Set<Int>, wordWeight: Int = 0) {
        (self.words, self.arcs, self.finals, self.wordWeight) = (words, arcs, finals, wordWeight)
    }

    /// Returns the name of a phone as a word of the dictionary. It begins with a sign with which no real word begins.
    static func phoneWord(_ phone: String) -> String { phonePrefix + phone }

    static let phonePrefix = "*"
}
