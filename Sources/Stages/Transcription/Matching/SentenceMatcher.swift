import SaybusPhrases

/// A finder of the sentence of a grammar that is closest to words that another engine has heard.
///
/// Words may differ by letters, may be too many and may be missing, each at a cost. Parameters that take any words take
/// the heard words as they are.
struct SentenceMatcher: Sendable {
    /// A sentence of the grammar for the heard words.
    struct Match: Sendable, Equatable {
        /// The sentence; words of open parameters are those that were heard.
        var words: [String]
        /// The sum of the costs; 0 for a sentence of the grammar.
        var cost: Double
        /// The number of words in open parameters.
        var openWords: Int

        /// The part of the cost that the words in open parameters have.
        var openCost: Double { Double(openWords) * Cost.openWord }
    }

    /// The costs. One that is too high to be worth it is ``impossible``.
    private enum Cost {
        static let missingWord = 0.8
        static let additionalWord = 0.8
        /// The cost of a word without meaning of its own, such as `the`.
        static let lightWord = 0.3
        /// The cost of each word of an open parameter, so that listed words win.
        static let openWord = 0.06
        static let maximumDifference = 0.6
        static let impossible = Double.infinity
    }

    /// The cost above the cheapest beginning at which a beginning is given up, and the most beginnings.
    private static let (beam, maximumBeginnings) = (2.4, 4000)
    /// The most words that are looked at.
    private static let maximumWords = 60

    let automaton: WordAutomaton
    private let index: [String: Int]
    /// Words that may be missing or too many at less cost.
    let lightWords: Set<String>

    init(_ automaton: WordAutomaton) {
        self.automaton = automaton
        index = Dictionary(automaton.words.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
        let fillers = Language.inUse.fillers
        lightWords = Language.inUse.functionWords.union(fillers.leading).union(fillers.trailing)
    }

    /// A beginning of a sentence for the first heard words.
    private struct Beginning {
        var state: Int
        var cost: Double
        var open: Int
        /// The beginning before it; -1 for none.
        var before: Int
        /// The sentence's word; nil when a heard word was dropped.
        var word: String?
    }

    /// Returns the words with digits and abbreviations spelled out, except those that the grammar has so.
    func spelled(_ words: [String]) -> [String] { SpelledWords.spelled(words, keeping: index) }

    /// Returns whether a text is a sentence without a parameter that takes any words.
    func isListed(_ text: String) -> Bool {
        automaton.acceptsAsListed(text.split(separator: " ").map(String.init))
    }

    /// Returns the closest sentence; nil when none is near.
    func match(_ heard: [String]) -> Match? {
        let heard = Array(spelled(heard).prefix(Self.maximumWords))
        var all = [Beginning(state: 0, cost: 0, open: 0, before: -1, word: nil)]
        var current = [0: 0]
        addMissing(&current, &all)
        for word in heard {
            var next = extended(current, by: word, &all)
            prune(&next, all)
            addMissing(&next, &all)
            current = next
        }
        guard
            let best = current.filter({ automaton.finals.contains($0.key) }).values.min(by: {
                all[$0].cost < all[$1].cost
            })
        else { return nil }
        let words = words(upTo: best, all)
        return words.isEmpty ? nil : Match(words: words, cost: all[best].cost, openWords: all[best].open)
    }

    /// Returns the cheapest beginnings with a further heard word, by their states.
    private func extended(_ current: [Int: Int], by word: String, _ all: inout [Beginning]) -> [Int: Int] {
        var next: [Int: Int] = [:]
        var costs: [Int: Double] = [:]
        let light = lightWords.contains(word)
        let known = index[word]
        for (state, place) in current {
            let beginning = all[place]
            offer(
                Beginning(
                    state: state, cost: beginning.cost + (light ? Cost.lightWord : Cost.additionalWord),
                    open: beginning.open, before: place, word: nil), &next, &all)
            for arc in automaton.arcs[state] {
                let name = automaton.words[arc.word]
                if name == WordAutomaton.anyWord {
                    offer(
                        Beginning(
                            state: arc.to, cost: beginning.cost + Cost.openWord, open: beginning.open + 1,
                            before: place, word: word), &next, &all)
                    continue
                }
                let cost =
                    arc.word == known
                    ? 0 : costs[arc.word] ?? difference(word, name, isKnown: known != nil)
                costs[arc.word] = cost
                guard cost < Cost.impossible else { continue }
                offer(
                    Beginning(
                        state: arc.to, cost: beginning.cost + cost, open: beginning.open, before: place, word: name),
                    &next, &all)
            }
        }
        return next
    }

    /// Returns the words of a sentence.
    /// - Parameter last: The place of its last beginning.
    private func words(upTo last: Int, _ all: [Beginning]) -> [String] {
        var words: [String] = []
        var place = last
        while place >= 0 {
            if let word = all[place].word { words.append(word) }
            place = all[place].before
        }
        return words.reversed()
    }

    /// Takes a beginning if it is the cheapest one for its state.
    private func offer(_ beginning: Beginning, _ set: inout [Int: Int], _ all: inout [Beginning]) {
        if let other = set[beginning.state], all[other].cost <= beginning.cost { return }
        set[beginning.state] = all.count
        all.append(beginning)
    }

    /// Adds the beginnings with up to two words that were not heard.
    private func addMissing(_ set: inout [Int: Int], _ all: inout [Beginning]) {
        guard let cheapest = set.values.map({ all[$0].cost }).min() else { return }
        var fresh = Array(set.values)
        for _ in 0..<2 {
            var added: [Int] = []
            for place in fresh {
                let beginning = all[place]
                for arc in automaton.arcs[beginning.state] {
                    let name = automaton.words[arc.word]
                    guard name != WordAutomaton.anyWord else { continue }
                    let cost = beginning.cost + (lightWords.contains(name) ? Cost.lightWord : Cost.missingWord)
                    guard cost <= cheapest + Self.beam else { continue }
                    let count = all.count
                    offer(
                        Beginning(state: arc.to, cost: cost, open: beginning.open, before: place, word: name), &set,
                        &all)
                    if all.count > count { added.append(count) }
                }
            }
            fresh = added
        }
    }

    private func prune(_ set: inout [Int: Int], _ all: [Beginning]) {
        guard let cheapest = set.values.map({ all[$0].cost }).min() else { return }
        set = set.filter { all[$0.value].cost <= cheapest + Self.beam }
        guard set.count > Self.maximumBeginnings else { return }
        let limit = set.values.map { all[$0].cost }.sorted()[Self.maximumBeginnings]
        set = set.filter { all[$0.value].cost < limit }
    }

    /// Returns the part of the letters in which two words differ.
    ///
    /// A heard word that the grammar has is no other word of the grammar that sounds alike: seven is not eleven.
    func difference(_ heard: String, _ word: String, isKnown: Bool) -> Double {
        let (first, second) = (Array(heard.utf8), Array(word.utf8))
        let longest = max(first.count, second.count)
        guard longest > 0 else { return 0 }
        // A plural is no other word.
        if heard + "s" == word || word + "s" == heard { return 0.1 }
        guard !isKnown, Double(abs(first.count - second.count)) <= Cost.maximumDifference * Double(longest) else {
            return Cost.impossible
        }
        var row = Array(0...second.count)
        for (line, letter) in first.enumerated() {
            var diagonal = row[0]
            row[0] = line + 1
            for column in second.indices {
                let replaced = diagonal + (letter == second[column] ? 0 : 1)
                diagonal = row[column + 1]
                row[column + 1] = min(replaced, diagonal + 1, row[column] + 1)
            }
        }
        let part = Double(row[second.count]) / Double(longest)
        return part <= Cost.maximumDifference ? part : Cost.impossible
    }
}
