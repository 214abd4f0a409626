/// A builder of the transitions of a ``NumberGrammar``.
struct NumberGrammarBuilder {
    /// The states, but for those between the words of compounds.
    enum State: Int, CaseIterable {
        case start, sign, zero, unit, teen, tens, twenty, thirty, article, thousand, hundredCount, hundred
        case conjunction, lastTens, end, point, fraction, ordinal, afterTens, afterLastTens
        case partConjunction, partArticle, partCount, part
    }

    /// The transitions, in the order in which they were added.
    private(set) var transitions: [NumberGrammar.Transition] = []
    /// The number of states: those of ``State``, and those between the words of compounds.
    private(set) var stateCount = State.allCases.count

    private let vocabulary: NumberVocabulary
    private let digits: [String]
    /// The numbers below 100 of one word that no digit follows: "twelve", and "einundzwanzig".
    private let teens: [String]
    private let tens: [String]

    /// The states after the last word of a whole number.
    private static let whole: [State] = [
        .zero, .unit, .teen, .tens, .thousand, .hundredCount, .hundred, .lastTens, .end,
    ]
    /// The states in which a number may end.
    static let finals = whole + [.fraction, .part, .ordinal]

    /// Creates a builder without transitions.
    init(_ vocabulary: NumberVocabulary) {
        self.vocabulary = vocabulary
        digits = Self.words(vocabulary.units, 1...9)
        teens = Self.words(vocabulary.units, 10...19) + Self.words(vocabulary.units, 20...99)
        tens = Self.words(vocabulary.tens, 10...90)
    }

    /// Adds the transitions of all numbers.
    mutating func addAll() {
        addBeginnings()
        addHundreds()
        addEnds()
        addDecimals()
        addFractions()
        addOrdinals()
        addCompounds([.start, .sign], to: .teen)
        addCompounds([.thousand, .hundred, .conjunction], to: .end)
    }

    /// Adds the sign and the numbers below 100 after it.
    private mutating func addBeginnings() {
        add(.start, vocabulary.signs.sorted(), .sign)
        for state in [State.start, .sign] {
            add(state, Self.words(vocabulary.units, 0...0), .zero)
            add(state, digits, .unit)
            add(state, teens, .teen)
            add(state, tens, .tens)
            add(state, vocabulary.articles.sorted(), .article)
        }
        add(.tens, digits, .teen)
    }

    /// Adds the words for hundreds and thousands.
    private mutating func addHundreds() {
        let hundred = vocabulary.hundreds.sorted()
        let thousand = vocabulary.scales.filter { $0.value == 1000 }.keys.sorted()
        for state in [State.unit, .teen, .tens, .article] { add(state, hundred, .hundred) }
        let severalHundreds = (vocabulary.severalHundreds ?? [:]).keys.sorted()
        for state in [State.start, .sign, .thousand] { add(state, severalHundreds, .hundred) }
        for state in [State.unit, .article] { add(state, thousand, .thousand) }
        let standingAlone = vocabulary.standingAlone ?? []
        for state in [State.start, .sign, .thousand] { add(state, hundred.filter(standingAlone.contains), .hundred) }
        for state in [State.start, .sign] { add(state, thousand.filter(standingAlone.contains), .thousand) }
        add(.thousand, digits, .hundredCount)
        add(.hundredCount, hundred, .hundred)
    }

    /// Adds the numbers below 100 after hundreds and thousands, and the words that join a ten and a unit.
    private mutating func addEnds() {
        for state in [State.thousand, .hundred] { add(state, vocabulary.conjunctions.sorted(), .conjunction) }
        for state in [State.thousand, .hundred, .conjunction] {
            if state != .thousand { add(state, digits, .end) }
            add(state, teens, .end)
            add(state, tens, .lastTens)
        }
        add(.lastTens, digits, .end)
        if let joining = vocabulary.tensConjunctions?.sorted(), !joining.isEmpty {
            add(.tens, joining, .afterTens)
            add(.afterTens, digits, .teen)
            add(.lastTens, joining, .afterLastTens)
            add(.afterLastTens, digits, .end)
        }
    }

    /// Adds the point and the digits after it.
    private mutating func addDecimals() {
        for state in Self.whole { add(state, vocabulary.points.sorted(), .point) }
        for state in [State.point, .fraction] {
            add(state, Self.words(vocabulary.units, 0...9) + vocabulary.extraDigits.keys.sorted(), .fraction)
        }
    }

    /// Adds the halves and quarters after a whole number.
    private mutating func addFractions() {
        for state in [State.unit, .teen, .tens] {
            add(state, vocabulary.conjunctions.sorted(), .partConjunction)
            add(state, vocabulary.joinedHalves, .part)
        }
        add(.partConjunction, vocabulary.articles.sorted(), .partArticle)
        add(.partArticle, vocabulary.singleFractions, .part)
        add(.partConjunction, Self.words(vocabulary.units, 3...3), .partCount)
        add(.partCount, vocabulary.quarters, .part)
    }

    /// Adds the ordinals of 1…31.
    private mutating func addOrdinals() {
        add(.start, Self.words(vocabulary.ordinals, 1...20), .ordinal)
        add(.start, Self.words(vocabulary.ordinals, 30...30), .ordinal)
        add(.start, Self.words(vocabulary.tens, 20...20), .twenty)
        add(.start, Self.words(vocabulary.tens, 30...30), .thirty)
        add(.twenty, Self.words(vocabulary.ordinals, 1...9), .ordinal)
        add(.thirty, Self.words(vocabulary.ordinals, 1...1), .ordinal)
    }

    /// Adds the numbers of several words that are no ten and a unit.
    private mutating func addCompounds(_ sources: [State], to target: State) {
        // The states between the words of compounds, by the words before them.
        var places: [String: Int] = [:]
        for compound in (vocabulary.compounds ?? [:]).keys.sorted() {
            let parts = compound.split(separator: " ").map(String.init)
            var from = sources.map(\.rawValue)
            for (index, word) in parts.enumerated() {
                let beginning = parts[...index].joined(separator: " ")
                let isLast = index == parts.count - 1
                let known = isLast ? nil : places[beginning]
                let to = isLast ? target.rawValue : known ?? stateCount
                if known == nil {
                    transitions += from.map { NumberGrammar.Transition(from: $0, word: word, to: to) }
                }
                if !isLast, known == nil {
                    places[beginning] = stateCount
                    stateCount += 1
                }
                from = [to]
            }
        }
    }

    private mutating func add(_ from: State, _ words: some Collection<String>, _ to: State) {
        transitions += words.map { NumberGrammar.Transition(from: from.rawValue, word: $0, to: to.rawValue) }
    }

    /// Returns the words of a table for some values, by value.
    private static func words(_ table: [String: Int], _ values: ClosedRange<Int>) -> [String] {
        table.filter { values.contains($0.value) }.sorted { ($0.value, $0.key) < ($1.value, $1.key) }.map(\.key)
    }
}
