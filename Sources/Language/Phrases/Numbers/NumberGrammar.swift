/// The grammar of spoken numbers as a finite automaton, for recognizers with a grammar.
///
/// It accepts the integers 0…9999 in words, the ordinals of 1…31, decimals with one or more digits after the point, and
/// integers below 100 with halves or quarters; all but the ordinals also after a sign. That is less than
/// ``NumberParser`` accepts, since a larger grammar causes more recognition errors.
public struct NumberGrammar: Sendable, Equatable {
    /// A word that leads from one state to another.
    public struct Transition: Sendable, Hashable {
        /// The state before the word.
        public let from: Int
        /// The word, in the form of ``Token/key``.
        public let word: String
        /// The state after the word.
        public let to: Int
    }

    /// The start state; no transition leads back to it.
    public let start: Int
    /// The states in which a number may end.
    public let finals: Set<Int>
    /// The number of states; they are 0..<`stateCount`.
    public let stateCount: Int
    /// The transitions, sorted by their first state. Several transitions of one state may have the same word.
    public let transitions: [Transition]

    /// Creates the grammar of a language's numbers.
    public init(_ vocabulary: NumberVocabulary) {
        var builder = NumberGrammarBuilder(vocabulary)
        builder.addAll()
        start = NumberGrammarBuilder.State.start.rawValue
        finals = Set(NumberGrammarBuilder.finals.map(\.rawValue))
        stateCount = builder.stateCount
        transitions = builder.transitions.enumerated().sorted {
            ($0.element.from, $0.offset) < ($1.element.from, $1.offset)
        }
        .map(\.element)
    }

    /// The grammar of the numbers of this process's language.
    public static let inUse = NumberGrammar(Language.inUse.numbers)

    /// Returns whether the words form a number of this grammar.
    public func accepts(_ words: some Sequence<String>) -> Bool {
        var states: Set<Int> = [start]
        for word in words {
            states = Set(transitions.lazy.filter { states.contains($0.from) && $0.word == word }.map(\.to))
        }
        return !states.isDisjoint(with: finals)
    }
}
