import Foundation

/// The ways to say durations and amounts of time, made from a language's vocabulary. ``TimeParser`` reads all of them.
struct DurationExpressions {
    let vocabulary: TimeVocabulary
    let numbers: NumberExpressions

    /// The smaller units that may follow a unit: `an hour and ten minutes`.
    private static let followers = [
        "year": ["month"], "month": ["day"], "week": ["day"], "day": ["hour"], "hour": ["minute", "second"],
        "minute": ["second"],
    ]

    /// The largest number of each unit after a larger one: nobody says "an hour and ninety minutes".
    private static let maximumCounts = ["second": 59, "minute": 59, "hour": 23, "day": 30, "month": 11]

    /// The most units of a duration, as in `one hour thirty minutes and ten seconds`.
    private static let maximumUnits = 3

    /// The durations of one to three units, such as `one hour and ten minutes`.
    var durations: WordExpression {
        // Few languages have a word for a quarter of an hour.
        let quarter = words("quarterHour").isEmpty ? [] : ["quarterHour"]
        let units = ["second", "minute", "hour", "day", "week", "fortnight", "month", "year"] + quarter
        return .choice(units.map { duration($0, isFirst: true, units: Self.maximumUnits) })
    }

    /// Returns whole amounts of one of some units, up to a limit: `three days`, `a week`.
    func wholeAmounts(_ units: [String], upTo most: Int = 99) -> WordExpression {
        .choice([
            .sequence([one, .phrases(units.flatMap(singular))]),
            .sequence([numbers.cardinals(2...most), .phrases(units.flatMap(plural))]),
        ])
    }

    /// Returns parts of a unit, and whole amounts with a part: `half an hour`, `an hour and a half`.
    func partialAmounts(_ unit: String) -> WordExpression { .choice(fractions(unit) + mixed(unit)) }

    /// Returns the words for a unit, without abbreviations.
    func words(_ unit: String) -> [String] {
        let all = vocabulary.units.filter { $0.value == unit }.keys.sorted()
        return TimeVocabulary.withoutAbbreviations(all)
    }

    /// Returns the words for one of a unit. A word that begins with another word for the unit is a plural.
    func singular(_ unit: String) -> [String] {
        let words = words(unit)
        return words.filter { word in !words.contains { $0 != word && word.hasPrefix($0) } }
    }

    fileprivate func plural(_ unit: String) -> [String] {
        let (all, one) = (words(unit), singular(unit))
        return all.count == one.count ? all : all.filter { !one.contains($0) }
    }

    /// Returns the words for several of a unit: the plural, and the singular of an adjective, as in `two hour timer`.
    private func several(_ unit: String) -> WordExpression { .phrases(words(unit)) }

    private var one: WordExpression { .choice([articles, numbers.cardinals(1...1)]) }
    private var articles: WordExpression { .phrases(vocabulary.articles.sorted()) }
    private var conjunction: WordExpression { .phrases(vocabulary.conjunctions.sorted()) }

    private func duration(_ unit: String, isFirst: Bool, units: Int) -> WordExpression {
        let followers = units > 1 ? Self.followers[unit] ?? [] : []
        let more = followers.map { duration($0, isFirst: false, units: units - 1) }
        let named: [WordExpression] = more.isEmpty ? [] : [.sequence([.optional(conjunction), .choice(more)])]
        let tails = named + (units > 1 ? unnamed(after: unit) : [])
        let tail: WordExpression = .choice([.sequence([])] + tails)
        let many = isFirst ? numbers.below1000(from: 2) : numbers.cardinals(2...(Self.maximumCounts[unit] ?? 99))
        let amount: WordExpression = .sequence([
            .choice([.sequence([one, .phrases(singular(unit))]), .sequence([many, several(unit)])]), tail,
        ])
        return isFirst ? .choice([amount] + fractions(unit) + mixed(unit) + decimals(unit)) : amount
    }

    /// Returns numbers of the next smaller unit, which is not said: the thirty minutes of `an hour thirty`.
    private func unnamed(after unit: String) -> [WordExpression] {
        ["hour", "minute"].contains(unit) ? [numbers.cardinals(10...59)] : []
    }

    /// Returns fractions of a unit: `half an hour`, `a quarter of an hour`.
    private func fractions(_ unit: String) -> [WordExpression] {
        // A month has no half, and a part of a second is none.
        guard unit != "month", unit != "second" else { return [] }
        let separate: WordExpression = .sequence([
            .optional(articles), parts, .optional(.phrases(vocabulary.links.sorted())), .optional(articles),
            .phrases(singular(unit)),
        ])
        guard numbers.vocabulary.joinsWords == true else { return [separate] }
        // "Viertelstunde" is one word.
        let words = vocabulary.partsOfUnit.keys.filter { !$0.contains(" ") }.sorted()
        let names = words.flatMap { part in singular(unit).map { part + $0 } }
        return [separate, .sequence([.optional(articles), .phrases(names)])]
    }

    /// Returns amounts with a fraction: `two and a half hours`, `an hour and a half`.
    private func mixed(_ unit: String) -> [WordExpression] {
        guard unit != "month" else { return [] }
        let parts = numbers.vocabulary.fractions.filter { vocabulary.partsOfUnit[$0.key] != nil }.keys.sorted()
        return [
            .sequence([
                numbers.cardinals(1...20), conjunction, .phrases(numbers.articles), .phrases(parts), several(unit),
            ]),
            .sequence([one, .phrases(singular(unit)), conjunction, articles, self.parts]),
        ]
    }

    /// Returns amounts with decimals: `one point five hours`.
    private func decimals(_ unit: String) -> [WordExpression] {
        guard unit != "month", unit != "year" else { return [] }
        let points: WordExpression = .phrases(numbers.vocabulary.points.sorted())
        return [.sequence([numbers.cardinals(1...20), points, numbers.digits, several(unit)])]
    }

    private var parts: WordExpression { .phrases(vocabulary.partsOfUnit.keys.sorted()) }
}

extension TimeVocabulary {
    /// Returns the words for several of a unit, without abbreviations.
    package func plurals(of unit: String) -> [String] {
        DurationExpressions(vocabulary: self, numbers: NumberExpressions(vocabulary: .english)).plural(unit)
    }

    /// Returns the words for one of a unit, without abbreviations.
    package func singulars(of unit: String) -> [String] {
        DurationExpressions(vocabulary: self, numbers: NumberExpressions(vocabulary: .english)).singular(unit)
    }

    /// Returns the words that are not much shorter than the longest one, and have a vowel. The others are
    /// abbreviations, which are written but not said: `hrs`, `sec`, `jan`.
    static func withoutAbbreviations(_ words: [String]) -> [String] {
        let longest = words.reduce(0) { max($0, $1.count) }
        let vowels: Set<Character> = ["a", "e", "i", "o", "u", "y"]
        return words.filter { word in
            word.count + 2 >= longest
                && word.decomposedStringWithCanonicalMapping.contains(where: vowels.contains)
        }
    }

    /// Returns the names of a day or month without abbreviations, which also are words of up to three letters that
    /// begin a longer name: `mar`, `jun`.
    static func spokenNames(_ words: [String]) -> [String] {
        let names = withoutAbbreviations(words)
        return names.filter { name in
            name.count > 3 || !names.contains { $0.count > name.count && $0.hasPrefix(name) }
        }
    }
}
