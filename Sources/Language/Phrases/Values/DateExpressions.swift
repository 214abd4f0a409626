/// The ways to say dates, made from a language's vocabulary. ``TimeParser`` reads all of them.
struct DateExpressions {
    let vocabulary: TimeVocabulary
    let numbers: NumberExpressions

    /// A date, or a week, month, season, year or decade.
    var dates: WordExpression {
        .choice([
            .phrases(vocabulary.present.sorted() + vocabulary.days.keys.sorted()), weekdays, relatives, distances,
            .sequence([.optional(links), .optional(links), .choice([calendarDays, periods])]),
        ])
    }

    private var links: WordExpression { .phrases(vocabulary.links.sorted()) }
    private var relations: WordExpression { .phrases(vocabulary.relations.keys.sorted()) }
    private var year: WordExpression { .sequence([.optional(links), numbers.years]) }
    private var monthNames: [String] { (1...12).flatMap(months) }

    /// `monday`, `next monday`.
    private var weekdays: WordExpression {
        let names = (1...7).flatMap { day in
            TimeVocabulary.spokenNames(vocabulary.weekdays.filter { $0.value == day }.keys.sorted())
        }
        return withRelationAfter(names, or: .sequence([.optional(relations), .phrases(names)]))
    }

    /// Returns an expression, or names with a relation behind them where the language has such relations: `martes que
    /// viene`.
    private func withRelationAfter(_ names: [String], or other: WordExpression) -> WordExpression {
        let relations = (vocabulary.relationsAfter ?? [:]).keys.sorted()
        guard !relations.isEmpty else { return other }
        return .choice([other, .sequence([.optional(links), .phrases(names), .phrases(relations)])])
    }

    /// `next week`, `last month`, `this winter`.
    private var relatives: WordExpression {
        let units = DurationExpressions(vocabulary: vocabulary, numbers: numbers)
        let sets = [vocabulary.weeks, vocabulary.weekends, vocabulary.decades, vocabulary.quarters]
        let names =
            sets.flatMap { $0.sorted() } + vocabulary.seasons.keys.sorted() + monthNames + units.singular("month")
            + units.singular("year")
        return withRelationAfter(names, or: .sequence([relations, .phrases(names)]))
    }

    /// `in three days`, `two weeks from now`, `a month ago`, `a week from tomorrow`.
    private var distances: WordExpression {
        let units = DurationExpressions(vocabulary: vocabulary, numbers: numbers)
        let amounts = units.wholeAmounts(["day", "week", "fortnight", "month", "year"])
        let before = vocabulary.inAdvance.union(vocabulary.agoFirst ?? [])
        return .choice([
            .sequence([.phrases(before.sorted()), amounts]),
            .sequence([
                amounts,
                .choice([
                    .phrases(vocabulary.fromNow.sorted() + vocabulary.ago.sorted()),
                    .sequence([.phrases(vocabulary.startingFrom.sorted()), .phrases(vocabulary.days.keys.sorted())]),
                ]),
            ]),
        ])
    }

    /// `july fourth`, `the third of may twenty thirty`, `the twenty first`, `july`.
    private var calendarDays: WordExpression {
        var ways: [WordExpression] = [numbers.ordinals(1...31), .sequence([.phrases(monthNames), .optional(year)])]
        for length in 29...31 {
            let names: WordExpression = .phrases((1...12).filter { Self.length(of: $0) == length }.flatMap(months))
            ways += days(length, names)
            // A leap day has no year, since most years do not have it.
            ways += days(length == 29 ? 28 : length, names, year)
        }
        return .choice(ways)
    }

    private func days(_ length: Int, _ names: WordExpression) -> [WordExpression] {
        days(length, names, .sequence([])) + [.sequence([names, .optional(links), numbers.cardinals(1...length)])]
    }

    /// Returns the days of months with a year. A cardinal before a year would be read with it: `may one two thousand
    /// eight`. Before the month it is said in languages with the day first: `le vingt quatre décembre`.
    private func days(_ length: Int, _ names: WordExpression, _ year: WordExpression) -> [WordExpression] {
        var ways: [WordExpression] = [
            .sequence([names, .optional(links), numbers.ordinals(1...length), year]),
            .sequence([numbers.ordinals(1...length), .optional(links), names, year]),
        ]
        if vocabulary.dayFirst == true {
            ways.append(.sequence([numbers.cardinals(1...length), .optional(links), names, year]))
        }
        return ways
    }

    private static func length(of month: Int) -> Int { month == 2 ? 29 : [4, 6, 9, 11].contains(month) ? 30 : 31 }

    private func months(_ month: Int) -> [String] {
        TimeVocabulary.spokenNames(vocabulary.months.filter { $0.value == month }.keys.sorted())
    }

    /// `weekend`, `winter twenty thirty`, `the nineteen eighties`, `first quarter of 2027`, `week forty nine`.
    private var periods: WordExpression {
        let decades: WordExpression = .phrases(vocabulary.tensOfYears.keys.sorted())
        return .choice([
            .phrases(vocabulary.weekends.sorted()), numbers.years,
            .sequence([.phrases(vocabulary.seasons.keys.sorted()), .optional(year)]),
            .sequence([.optional(numbers.cardinals(18...20)), decades]),
            .sequence([numbers.ordinals(1...4), .phrases(vocabulary.quarters.sorted()), .optional(year)]),
            .sequence([.phrases(vocabulary.weeks.sorted()), numbers.cardinals(1...53)]),
        ])
    }
}
