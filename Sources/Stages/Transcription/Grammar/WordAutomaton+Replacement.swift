extension WordAutomaton {
    /// A word that may stand at a place of a sentence instead of the one that is there.
    struct Replacement: Sendable, Hashable {
        var place: Int
        var word: String

        /// Returns the sentence with the other word.
        func applied(to sentence: [String]) -> [String] {
            var copy = sentence
            copy[place] = word
            return copy
        }
    }

    /// Returns the listed words that make another sentence of a sentence, each in one place. Parameters that take any
    /// words give none.
    /// - Parameter limit: The most words that may come next at a place; with more, the place is left out.
    func replacements(in sentence: [String], limit: Int = .max) -> [Replacement] {
        var found: [Replacement] = []
        var before: Set<Int> = [0]
        for (place, word) in sentence.enumerated() {
            var targets: [Int: Set<Int>] = [:]
            for state in before {
                for arc in arcs[state] where words[arc.word] != Self.anyWord {
                    targets[arc.word, default: []].insert(arc.to)
                }
            }
            let rest = sentence[(place + 1)...]
            if targets.count > limit { targets = [:] }
            for (other, states) in targets.sorted(by: { $0.key < $1.key }) where words[other] != word {
                if !rest.reduce(states, listed).isDisjoint(with: finals) {
                    found.append(Replacement(place: place, word: words[other]))
                }
            }
            before = listed(after: before, word)
        }
        return found
    }

    /// Creates the automaton of one sentence or, with replacements, of the sentences that each of them makes of it.
    init(sentence: [String], replacements: [Replacement]? = nil) {
        var distinct: [String] = []
        var index: [String: Int] = [:]
        func number(_ word: String) -> Int {
            if let known = index[word] { return known }
            index[word] = distinct.count
            distinct.append(word)
            return distinct.count - 1
        }
        // The states below `count` come before the other word, and those above it after the word.
        let count = sentence.count
        var arcs = [[Arc]](repeating: [], count: replacements == nil ? count + 1 : 2 * count + 1)
        for (place, word) in sentence.enumerated() {
            arcs[place].append(Arc(word: number(word), to: place + 1))
            if replacements != nil, place > 0 {
                arcs[count + place].append(Arc(word: number(word), to: count + place + 1))
            }
        }
        for other in replacements ?? [] {
            arcs[other.place].append(Arc(word: number(other.word), to: count + other.place + 1))
        }
        self.init(words: distinct, arcs: arcs, finals: [arcs.count - 1])
    }
}
