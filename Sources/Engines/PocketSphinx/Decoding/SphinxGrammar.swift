/// A finite-state grammar with the pronunciations of its words, as the library's search takes it.
package struct SphinxGrammar: Sendable {
    /// A word of the grammar.
    package enum Word: Sendable {
        /// A word with every way to pronounce it.
        case spoken(String, [Pronunciation])
        /// Any one word: a loop of phones stands for it.
        case any
    }

    /// A word that leads from a state to another; `word` is an index in ``words``.
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

    package init(words: [Word], arcs: [[Arc]], finals: Set<Int>) {
        (self.words, self.arcs, self.finals) = (words, arcs, finals)
    }

    /// The name of a phone as a word of the dictionary: no word of a language begins so.
    static func phoneWord(_ phone: String) -> String { phonePrefix + phone }

    static let phonePrefix = "*"
}
