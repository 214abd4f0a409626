import HeapModule
import SaybusPhrases

/// The cheapest way to lay the words of a text beside a pattern (edit distance to a word graph).
struct WordAlignment {
    /// A step of the way.
    enum Step {
        case word(Int)
        case missing(String)
        case extra(Int)
        case replaced(Int, wanted: String)
        case value(PhraseSlot, Range<Int>)
        case wrongValue(PhraseSlot, Range<Int>)
        case missingValue(PhraseSlot)

        /// The number of words that it stands for.
        var wordCount: Int {
            switch self {
            case .value(_, let range), .wrongValue(_, let range): range.count
            default: 1
            }
        }
    }

    /// The costs of steps. Words that sound alike, or are misspelt, cost less than others.
    private enum Cost {
        static let (missing, extra, replaced, similar) = (1.0, 1.0, 1.5, 0.7)
        static let (missingValue, wrongValue, further) = (1.2, 1.1, 0.3)
        /// A small cost, so that of two equal alignments the one with fewer words in values wins.
        static let valueWord = 0.001
    }

    /// The most words of a value that is tried.
    private static let maximumValueWords = 8

    private struct Place: Comparable {
        let cost: Double
        let node: Int

        static func < (one: Place, other: Place) -> Bool { (one.cost, one.node) < (other.cost, other.node) }
    }

    /// The sum of the costs.
    let cost: Double
    /// The steps in order.
    let steps: [Step]
    /// Whether the text has a value, or a word that the pattern cannot do without: "please" alone fits many patterns.
    let hasMatch: Bool
    /// The number of words, said or wanted, beside each other.
    var wordCount: Int { steps.reduce(0) { $0 + $1.wordCount } }

    /// Finds the cheapest way.
    /// - Parameters:
    ///   - tokens: The words of the text.
    ///   - types: The types of the command's parameters, by name.
    ///   - limit: The cost above which nothing is looked for.
    init?(_ tokens: [Token], _ graph: PhraseGraph, types: [String: String], _ values: inout SlotValues, limit: Double) {
        var search = Search(tokens, graph, types: types, limit: limit)
        let (width, goal) = (search.width, search.goal)
        search.run(&values)
        let (best, ways) = (search.best, search.ways)
        guard best[goal] <= limit else { return nil }
        var (steps, node, hasMatch): ([Step], Int, Bool) = ([], goal, false)
        while let way = ways[node] {
            switch way.step {
            case .value?: hasMatch = true
            case .word? where !hasMatch:
                hasMatch = !graph.isOptional(from: way.from / width, to: node / width)
            default: break
            }
            if let step = way.step { steps.append(step) }
            node = way.from
        }
        (cost, self.steps, self.hasMatch) = (best[goal], steps.reversed(), hasMatch)
    }

    /// The search for the cheapest way: Dijkstra's algorithm over states of the graph and positions in the text.
    private struct Search {
        let tokens: [Token]
        let graph: PhraseGraph
        let types: [String: String]
        let limit: Double
        /// The positions in the text: those before the words, and the end.
        let width: Int
        /// The node at which the pattern and the text end.
        let goal: Int
        /// The least cost of each node that was reached.
        var best: [Double]
        /// The step to each node that was reached, and the node before it.
        var ways: [(from: Int, step: Step?)?]
        var open: Heap<Place>

        init(_ tokens: [Token], _ graph: PhraseGraph, types: [String: String], limit: Double) {
            (self.tokens, self.graph, self.types, self.limit) = (tokens, graph, types, limit)
            width = tokens.count + 1
            goal = graph.end * width + tokens.count
            best = [Double](repeating: .infinity, count: graph.edges.count * width)
            ways = [(from: Int, step: Step?)?](repeating: nil, count: best.count)
            open = [Place(cost: 0, node: PhraseGraph.start * width)]
            best[PhraseGraph.start * width] = 0
        }

        mutating func run(_ values: inout SlotValues) {
            while let place = open.popMin() {
                guard place.cost <= best[place.node] else { continue }
                if place.node == goal { break }
                let (state, position) = (place.node / width, place.node % width)
                if position < tokens.count { reach(state, position + 1, place, Cost.extra, .extra(position)) }
                for (label, to) in graph.edges[state] {
                    switch label {
                    case .nothing: reach(to, position, place, 0, nil)
                    case .word(let word): follow(word, to, position, place)
                    case .slot(let slot): follow(slot, to, position, place, &values)
                    }
                }
            }
        }

        /// Reaches a node from a place, unless it is reached at less cost.
        private mutating func reach(_ state: Int, _ position: Int, _ place: Place, _ cost: Double, _ step: Step?) {
            let (node, sum) = (state * width + position, place.cost + cost)
            guard sum < best[node], sum <= limit else { return }
            best[node] = sum
            ways[node] = (place.node, step)
            open.insert(Place(cost: sum, node: node))
        }

        /// Follows a word of the pattern: it is missing, said, or another word is said instead.
        private mutating func follow(_ word: Token, _ to: Int, _ position: Int, _ place: Place) {
            reach(to, position, place, Cost.missing, .missing(word.text))
            guard position < tokens.count else { return }
            if tokens[position].key == word.key {
                reach(to, position + 1, place, 0, .word(position))
            } else {
                let cost = WordAlignment.areSimilar(tokens[position].key, word.key) ? Cost.similar : Cost.replaced
                reach(to, position + 1, place, cost, .replaced(position, wanted: word.text))
            }
        }

        /// Follows a value of the pattern: it is missing, or some words are said in its place.
        private mutating func follow(
            _ slot: PhraseSlot, _ to: Int, _ position: Int, _ place: Place, _ values: inout SlotValues
        ) {
            reach(to, position, place, Cost.missingValue, .missingValue(slot))
            let type = types[slot.name] ?? slot.typeName
            let isOpen = values.isOpen(type)
            for count in 1..<(1 + max(0, min(WordAlignment.maximumValueWords, tokens.count - position))) {
                let range = position..<(position + count)
                let words = tokens[range].map(\.text).joined(separator: " ")
                if isOpen || values.accept(words, for: slot, type: type) {
                    reach(to, position + count, place, Cost.valueWord * Double(count), .value(slot, range))
                } else {
                    let cost = Cost.wrongValue + Cost.further * Double(count - 1)
                    reach(to, position + count, place, cost, .wrongValue(slot, range))
                }
            }
        }
    }

    /// Returns whether one word may be the other one misspelt: one letter of four and more differs, or two of eight.
    private static func areSimilar(_ one: String, _ other: String) -> Bool {
        let (one, other) = (Array(one), Array(other))
        let length = max(one.count, other.count)
        guard length >= 4, length <= 40, abs(one.count - other.count) <= 2 else { return false }
        var row = Array(0...other.count)
        for (index, letter) in one.enumerated() {
            var next = [index + 1]
            for (column, second) in other.enumerated() {
                next.append(min(row[column + 1] + 1, next[column] + 1, row[column] + (letter == second ? 0 : 1)))
            }
            row = next
        }
        return row[other.count] <= (length >= 8 ? 2 : 1)
    }
}
