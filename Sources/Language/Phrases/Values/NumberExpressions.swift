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

    /// Returns the words for tens.
    func tens(_ range: ClosedRange<Int> = 20...90) -> [String] { Self.words(vocabulary.tens, range) }

    /// Returns the ways to say whole numbers below 100.
    func cardinals(_ range: ClosedRange<Int>) -> WordExpression {
        .phrases(range.flatMap(cardinal))
    }

    /// Returns the ordinals of whole numbers below 100.
    func ordinals(_ range: ClosedRange<Int>) -> WordExpression {
        .phrases(range.flatMap { below100($0, vocabulary.ordinals, vocabulary.ordinals, [:]) })
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

    /// Decimals: the word for the point, and digits.
    var decimals: WordExpression { .sequence([.phrases(vocabulary.points.sorted()), .repeated(digits)]) }

    private var thousandWords: [String] { vocabulary.scales.filter { $0.value == 1000 }.keys.sorted() }
    private var thousand: WordExpression { .phrases(thousandWords) }
    private var hundred: WordExpression { .phrases(vocabulary.hundreds.sorted()) }
    private var hundreds: WordExpression { .sequence([hundred, belowHundred]) }
    /// What may follow hundreds.
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
        (21...99).filter { $0 % 10 != 0 }.flatMap(cardinal)
    }

    /// Returns the words that need no number before them: `cent`, `mille`.
    private func standingAlone(_ words: some Sequence<String>) -> [String] {
        words.filter { vocabulary.standingAlone?.contains($0) == true }.sorted()
    }

    /// Returns the ways to say a number below 100.
    private func cardinal(_ number: Int) -> [String] {
        below100(number, vocabulary.units, vocabulary.tens, vocabulary.compounds ?? [:])
    }

    private func below100(
        _ number: Int, _ last: [String: Int], _ lastTens: [String: Int], _ compounds: [String: Int]
    ) -> [String] {
        let single = Self.words(last, number...number)
        let compound = Self.words(compounds, number...number)
        if number < 20 { return single + compound }
        let (ten, unit) = (number / 10 * 10, number % 10)
        if unit == 0 {
            let tens = Self.words(lastTens, ten...ten).filter { !single.contains($0) }
            return single + tens + compound
        }
        // Nobody says "zwanzig eins" for "einundzwanzig".
        guard single.isEmpty else { return single + compound }
        let joining = (vocabulary.tensConjunctions ?? []).sorted().map { " \($0) " }
        let sums = Self.words(vocabulary.tens, ten...ten).flatMap { ten in
            Self.words(last, unit...unit).flatMap { unit in
                (joining.isEmpty ? [" "] : joining).map { "\(ten)\($0)\(unit)" }
            }
        }
        return compound + sums.filter { !compound.contains($0) }
    }

    static func words(_ table: [String: Int], _ range: ClosedRange<Int>) -> [String] {
        table.filter { range.contains($0.value) }.sorted { ($0.value, $0.key) < ($1.value, $1.key) }.map(\.key)
    }
}
