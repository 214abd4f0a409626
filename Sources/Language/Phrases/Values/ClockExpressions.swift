/// The ways to say times of day, made from a language's vocabulary. ``TimeParser`` reads all of them.
struct ClockExpressions {
    let vocabulary: TimeVocabulary
    let numbers: NumberExpressions
    /// A parser, which decides about phrases that the vocabulary lists for other purposes.
    let parser: TimeParser

    /// A time of day.
    var times: WordExpression { .choice([named, hours, beforeAndAfter, fromNow] + withHourWords) }

    /// `noon`, `this evening`, `in the morning`.
    private var named: WordExpression {
        let relations = vocabulary.relations.filter { $0.value == 0 }.keys.sorted()
        let parts = vocabulary.dayParts.keys.sorted()
        let leading = [""] + (relations + vocabulary.links.sorted()).map { $0 + " " }
        var phrases = vocabulary.namedTimes.keys.sorted()
        phrases += parts.flatMap { part in leading.map { $0 + part } }
        // "This evening" is a half of the day, too.
        let halves = vocabulary.beforeNoon.sorted() + vocabulary.afterNoon.sorted()
        phrases += halves.filter { !phrases.contains($0) }
        return .phrases(phrases.filter(isTime))
    }

    /// `seven`, `seven o'clock`, `seven thirty pm`, `nineteen oh five`.
    private var hours: WordExpression {
        let minutes: WordExpression = .choice([
            numbers.cardinals(10...59), .sequence([numbers.zeros, .phrases(numbers.units(1...9))]),
        ])
        let oclock: WordExpression = .phrases(vocabulary.oclock.sorted())
        return .choice([
            .sequence([numbers.cardinals(1...12), .optional(.choice([minutes, oclock])), .optional(halves)]),
            .sequence([numbers.cardinals(13...23), .choice([minutes, oclock])]),
        ])
    }

    /// `sieben uhr dreißig`, `halb acht`, `fünf vor halb acht`, `sept heures et demie`, in languages that have such
    /// words.
    private var withHourWords: [WordExpression] {
        let hours = numbers.cardinals(1...12)
        let between: WordExpression = .phrases((vocabulary.hourWords ?? []).sorted())
        let hasHourWords = vocabulary.hasHourWords
        var ways: [WordExpression] = []
        if hasHourWords {
            let minutes = numbers.cardinals(1...59)
            ways.append(.sequence([hours, between, minutes, .optional(halves)]))
            let others: WordExpression = .choice([numbers.cardinals(0...0), numbers.cardinals(13...23)])
            ways.append(.sequence([others, between, minutes]))
        }
        if let before = vocabulary.beforeHour, !before.isEmpty {
            let hour: WordExpression = .sequence([.phrases(before.keys.sorted()), hours, .optional(halves)])
            let minutes = DurationExpressions(vocabulary: vocabulary, numbers: numbers).words("minute")
            let few: WordExpression = .sequence([numbers.cardinals(1...10), .optional(.phrases(minutes))])
            ways += [hour, .sequence([few, .phrases(vocabulary.past.sorted() + vocabulary.until.sorted()), hour])]
        }
        if let behind = vocabulary.afterHour, !behind.isEmpty {
            let link: WordExpression = hasHourWords ? .optional(between) : .sequence([])
            let minutes: WordExpression = .phrases(behind.keys.sorted())
            ways.append(.sequence([hours, link, minutes, .optional(halves)]))
            ways.append(.sequence([.phrases(vocabulary.namedTimes.keys.sorted()), minutes]))
        }
        return ways
    }

    /// `in ten minutes`, `two hours from now`, `in an hour and a half`, `in two hours and ten minutes`.
    private var fromNow: WordExpression {
        let units = DurationExpressions(vocabulary: vocabulary, numbers: numbers)
        let and: WordExpression = .optional(.phrases(vocabulary.conjunctions.sorted()))
        // A time a day or more away is none.
        let hours = units.wholeAmounts(["hour"], upTo: 23)
        let amounts: WordExpression = .choice([
            units.wholeAmounts(["minute"]), units.partialAmounts("minute"), hours, units.partialAmounts("hour"),
            .sequence([hours, and, units.wholeAmounts(["minute"], upTo: 59)]),
        ])
        return .choice([
            .sequence([.phrases(vocabulary.inAdvance.sorted()), amounts]),
            .sequence([amounts, .phrases(vocabulary.fromNow.sorted())]),
        ])
    }

    /// `half past seven`, `ten minutes to six pm`, `a quarter past midnight`.
    private var beforeAndAfter: WordExpression {
        let minute = DurationExpressions(vocabulary: vocabulary, numbers: numbers).words("minute")
        return .sequence([
            .choice([
                .phrases(vocabulary.partsOfHour.keys.sorted()),
                .sequence([numbers.cardinals(1...29), .optional(.phrases(minute))]),
            ]),
            .phrases(vocabulary.past.sorted() + vocabulary.until.sorted()),
            .choice([
                .phrases(vocabulary.namedTimes.keys.sorted()),
                .sequence([numbers.cardinals(1...12), .optional(halves)]),
            ]),
        ])
    }

    /// `am`, `in the evening`.
    private var halves: WordExpression { .phrases(vocabulary.beforeNoon.sorted() + vocabulary.afterNoon.sorted()) }

    private func isTime(_ phrase: String) -> Bool { parser.parseAll(.time, phrase, today: CivilDate(days: 0)) != nil }
}
