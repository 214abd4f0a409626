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

    private enum State: Int, CaseIterable {
        case start, sign, zero, unit, teen, tens, twenty, thirty, article, thousand, hundredCount, hundred
        case conjunction, lastTens, end, point, fraction, ordinal, afterTens, afterLastTens
        case partConjunction, partArticle, partCount, part
    }

    /// Creates the grammar of a language's numbers.
    public init(_ vocabulary: NumberVocabulary) {
        var transitions: [Transition] = []
        func add(_ from: State, _ words: some Collection<String>, _ to: State) {
            transitions += words.map { Transition(from: from.rawValue, word: $0, to: to.rawValue) }
        }
        func words(_ table: [String: Int], _ values: ClosedRange<Int>) -> [String] {
            table.filter { values.contains($0.value) }.sorted { ($0.value, $0.key) < ($1.value, $1.key) }.map(\.key)
        }
        let digits = words(vocabulary.units, 1...9)
        let teens = words(vocabulary.units, 10...19)
        // "Einundzwanzig" is one word.
        let joined = words(vocabulary.units, 20...99)
        let tens = words(vocabulary.tens, 20...90)
        let hundred = vocabulary.hundreds.sorted()
        let thousand = vocabulary.scales.filter { $0.value == 1000 }.keys.sorted()

        add(.start, vocabulary.signs.sorted(), .sign)
        for state in [State.start, .sign] {
            add(state, words(vocabulary.units, 0...0), .zero)
            add(state, digits, .unit)
            add(state, teens + joined, .teen)
            add(state, tens, .tens)
            add(state, vocabulary.articles.sorted(), .article)
        }
        add(.tens, digits, .teen)
        for state in [State.unit, .teen, .tens, .article] { add(state, hundred, .hundred) }
        let severalHundreds = (vocabulary.severalHundreds ?? [:]).keys.sorted()
        for state in [State.start, .sign, .thousand] { add(state, severalHundreds, .hundred) }
        for state in [State.unit, .article] { add(state, thousand, .thousand) }
        let standingAlone = vocabulary.standingAlone ?? []
        for state in [State.start, .sign, .thousand] { add(state, hundred.filter(standingAlone.contains), .hundred) }
        for state in [State.start, .sign] { add(state, thousand.filter(standingAlone.contains), .thousand) }
        add(.thousand, digits, .hundredCount)
        add(.hundredCount, hundred, .hundred)
        for state in [State.thousand, .hundred] { add(state, vocabulary.conjunctions.sorted(), .conjunction) }
        for state in [State.thousand, .hundred, .conjunction] {
            if state != .thousand { add(state, digits, .end) }
            add(state, teens + joined, .end)
            add(state, tens, .lastTens)
        }
        add(.lastTens, digits, .end)
        if let joining = vocabulary.tensConjunctions?.sorted(), !joining.isEmpty {
            add(.tens, joining, .afterTens)
            add(.afterTens, digits, .teen)
            add(.lastTens, joining, .afterLastTens)
            add(.afterLastTens, digits, .end)
        }

        let whole: [State] = [.zero, .unit, .teen, .tens, .thousand, .hundredCount, .hundred, .lastTens, .end]
        for state in whole { add(state, vocabulary.points.sorted(), .point) }
        for state in [State.point, .fraction] {
            add(state, words(vocabulary.units, 0...9) + vocabulary.extraDigits.keys.sorted(), .fraction)
        }

        for state in [State.unit, .teen, .tens] { add(state, vocabulary.conjunctions.sorted(), .partConjunction) }
        add(.partConjunction, vocabulary.articles.sorted(), .partArticle)
        add(.partArticle, vocabulary.singleFractions, .part)
        add(.partConjunction, words(vocabulary.units, 3...3), .partCount)
        add(.partCount, vocabulary.quarters, .part)

        add(.start, words(vocabulary.ordinals, 1...20), .ordinal)
        add(.start, words(vocabulary.ordinals, 30...30), .ordinal)
        add(.start, words(vocabulary.tens, 20...20), .twenty)
        add(.start, words(vocabulary.tens, 30...30), .thirty)
        add(.twenty, words(vocabulary.ordinals, 1...9), .ordinal)
        add(.thirty, words(vocabulary.ordinals, 1...1), .ordinal)

        var count = State.allCases.count
        let compoundPlaces: [(sources: [State], target: State)] = [
            ([.start, .sign], .teen), ([.thousand, .hundred, .conjunction], .end),
        ]
        for (sources, target) in compoundPlaces {
            // The places between the words of compounds, by the words before them.
            var places: [String: Int] = [:]
            for compound in (vocabulary.compounds ?? [:]).keys.sorted() {
                let parts = compound.split(separator: " ").map(String.init)
                var from = sources.map(\.rawValue)
                for (index, word) in parts.enumerated() {
                    let beginning = parts[...index].joined(separator: " ")
                    let isLast = index == parts.count - 1
                    let known = isLast ? nil : places[beginning]
                    let to = isLast ? target.rawValue : known ?? count
                    if known == nil { transitions += from.map { Transition(from: $0, word: word, to: to) } }
                    if !isLast, known == nil {
                        places[beginning] = count
                        count += 1
                    }
                    from = [to]
                }
            }
        }

        start = State.start.rawValue
        finals = Set((whole + [.fraction, .part, .ordinal]).map(\.rawValue))
        stateCount = count
        self.transitions = transitions.enumerated().sorted {
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
