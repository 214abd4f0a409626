import SaybusPhrases
import Synchronization

extension WordAutomaton {
    /// The automata that have been made so far.
    private static let made = Mutex<[BuiltInType: WordAutomaton]>([:])

    /// Returns the words for the values of a built-in type in this process's language. Each is made once.
    static func of(_ type: BuiltInType) -> WordAutomaton {
        if let known = made.withLock({ $0[type] }) { return known }
        var network = GrammarNetwork(excludedWords: [])
        network.words.markFinal(type.expression().lay(from: network.words.start, into: &network))
        let automaton = network.words.automaton() ?? WordAutomaton(words: [], arcs: [[]], finals: [])
        made.withLock { $0[type] = automaton }
        return automaton
    }
}
