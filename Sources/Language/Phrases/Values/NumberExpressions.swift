/// The ways to say numbers, made from a language's vocabulary. ``NumberParser`` reads all of them.
struct NumberExpressions {
    let vocabulary: NumberVocabulary

    /// The words 0…9, also those that are digits only.
    var digits: WordExpression { .phrases(units(0...9) + extraDigits) }
    /// The words for 0 among digits.
    var zeros: WordExpression {
        .phrases(units(0...0) + vocabulary.extraDigits.filter { $0.value == 0 }.keys.sorted())
    }
    var extraDigits: [String] { vocabulary.extraDigits.keys.sorted() }
    var articles: [String] { vocabulary.articles.sorted() }
    /// A conjunction, or none.
    var and: WordExpression { .optional(.phrases(vocabulary.conjunctions.sorted())) }

    /// Returns the single words for numbers below 20.
    func units(_ range: ClosedRange<Int>) -> [String] { Self.words(vocabulary.units, range) }

    /// Returns the words for the tens of a range: `twenty` to `ninety`, and `ten` if the language counts it among them.
    func tens(_ range: ClosedRange<Int> = 10...90) -> [String] { Self.words(vocabulary.tens, range) }

    /// Returns the ways to say whole numbers below 100.
    func cardinals(_ range: ClosedRange<Int>) -> WordExpression {
        .phrases(cardinalWords(range))
    }

    /// Returns the ordinals of whole numbers below 100.
    func ordinals(_ range: ClosedRange<Int>) -> WordExpression {
        .phrases(below100(range, vocabulary.ordinals, vocabulary.ordinals, [:]))
    }

    /// Returns the ways to say whole numbers from `least` on, of at most three digits.
    func below1000(from least: Int = 0) -> WordExpression {
        var ways: [WordExpression] = [
            cardinals(least...99), .sequence([.phrases(units(1...9) + articles), hundreds]),
        ]
        let alone = standingAlone(vocabulary.hundreds)
        if !alone.isEmpty { ways.append(.sequence([.phrases(alone), belowHundred])) }
        if let several = vocabulary.severalHundreds, !several.isEmpty {
            ways.append(.sequence([.phrases(several.keys.sorted()), belowHundred]))
        }
        return .choice(ways)
    }

    /// The ways to say 0…100.
    var upToHundred: WordExpression {
        let alone = standingAlone(vocabulary.hundreds)
        var ways: [WordExpression] = [cardinals(0...99), .sequence([.phrases(units(1...1) + articles), hundred])]
        if !alone.isEmpty { ways.append(.phrases(alone)) }
        return .choice(ways)
    }

    /// The ways to say 1000…9999 other than as digits.
    var thousands: WordExpression {
        let few: WordExpression = .choice([.phrases(units(1...9) + articles)])
        let alone = standingAlone(thousandWords)
        return .choice([
            .sequence([alone.isEmpty ? few : .optional(few), thousand, .optional(afterThousand)]),
            .sequence([.phrases(units(11...19) + tensAndUnits), hundreds]),
        ])
    }

    /// The ways to say whole numbers below 100 000.
    var whole: WordExpression {
        .choice([below1000(), thousands, .sequence([cardinals(10...99), thousand, .optional(afterThousand)])])
    }

    /// The ways to say whole numbers below 100 with halves or quarters: `two and a half`, `one and three quarters`.
    var mixed: WordExpression {
        let parts: WordExpression = .choice([
            .sequence([.phrases(articles), .phrases(vocabulary.singleFractions)]),
            .sequence([.phrases(units(3...3)), .phrases(vocabulary.quarters)]),
        ])
        guard vocabulary.joinedHalves.isEmpty else {
            return .sequence([cardinals(1...99), .phrases(vocabulary.joinedHalves)])
        }
        return .sequence([cardinals(1...99), .phrases(vocabulary.conjunctions.sorted()), parts])
    }

    /// The ways to say a year of four digits.
    var years: WordExpression {
        let century: WordExpression = .phrases(units(11...19) + tens(20...20))
        let oh: WordExpression = .sequence([
            .phrases(vocabulary.extraDigits.filter { $0.value == 0 }.keys.sorted()), .phrases(units(1...9)),
        ])
        return .choice([
            .sequence([century, .choice([cardinals(10...99), oh])]),
            .sequence([.phrases(units(2...2)), thousand, .optional(.sequence([and, cardinals(1...99)]))]),
        ])
    }

    /// The decimals after a whole number: the word for the point, and digits one by one.
    var decimals: WordExpression { .sequence([.phrases(vocabulary.points.sorted()), .repeated(digits)]) }

    private var thousandWords: [String] { vocabulary.scales.filter { $0.value == 1000 }.keys.sorted() }
    private var thousand: WordExpression { .phrases(thousandWords) }
    private var hundred: WordExpression { .phrases(vocabulary.hundreds.sorted()) }
    private var hundreds: WordExpression { .sequence([hundred, belowHundred]) }
    /// A number that may follow hundreds.
    private var belowHundred: WordExpression { .optional(.sequence([and, cardinals(1...99)])) }
    private var afterThousand: WordExpression {
        // A single digit needs a conjunction: without one, "two thousand five" is mostly the beginning of more.
        .choice([
            .sequence([and, cardinals(10...99)]),
            .sequence([.phrases(vocabulary.conjunctions.sorted()), cardinals(1...9)]),
            .sequence([.phrases(units(1...9)), hundreds]),
        ])
    }
    private var tensAndUnits: [String] {
        (2...9).flatMap { cardinalWords($0 * 10 + 1...$0 * 10 + 9) }
    }

    /// Returns the words that need no number before them: `cent`, `mille`.
    private func standingAlone(_ words: some Sequence<String>) -> [String] {
        words.filter { vocabulary.standingAlone?.contains($0) == true }.sorted()
    }

    private func cardinalWords(_ range: ClosedRange<Int>) -> [String] {
        below100(range, vocabulary.units, vocabulary.tens, vocabulary.compounds ?? [:])
    }

    /// Returns the ways to say numbers below 100.
    private func below100(
        _ range: ClosedRange<Int>, _ last: [String: Int], _ lastTens: [String: Int], _ compounds: [String: Int]
    ) -> [String] {
        let (units, lastTens, tens) = (Self.byValue(last), Self.byValue(lastTens), Self.byValue(vocabulary.tens))
        let compounds = Self.byValue(compounds)
        let joining = (vocabulary.tensConjunctions ?? []).sorted().map { " \($0) " }
        let joints = joining.isEmpty ? [" "] : joining
        return range.flatMap { number -> [String] in
            let (single, compound) = (units[number] ?? [], compounds[number] ?? [])
            if number < 10 { return single + compound }
            if number % 10 == 0 {
                let others = (lastTens[number] ?? []).filter { !single.contains($0) }
                return single + others + compound
            }
            // Nobody says "zwanzig eins" for "einundzwanzig".
            guard single.isEmpty else { return single + compound }
            var ways = compound
            for ten in tens[number / 10 * 10] ?? [] {
                for unit in units[number % 10] ?? [] {
                    ways += joints.map { ten + $0 + unit }.filter { !compound.contains($0) }
                }
            }
            return ways
        }
    }

    /// Returns the words of a table by their values, in alphabetical order.
    private static func byValue(_ table: [String: Int]) -> [Int: [String]] {
        Dictionary(grouping: table.keys.sorted()) { table[$0] ?? 0 }
    }

    static func words(_ table: [String: Int], _ range: ClosedRange<Int>) -> [String] {
        table.filter { range.contains($0.value) }.sorted { ($0.value, $0.key) < ($1.value, $1.key) }.map(\.key)
    }
}
