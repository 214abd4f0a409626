/// The comparison of an answer with the numbers, times of day and days of its question.
extension AnswerText {
    /// A number or a time of day in a text.
    private struct Amount {
        /// The number; nil for a time of several words, such as `half past six`.
        let number: Double?
        /// The minutes since noon or midnight, if the words may be a time of day.
        let time: Int?
        /// The key of the word behind it.
        let next: String?
    }

    /// Whether the answer names another number, time or day than the question does. An answer to a question without any
    /// adds to it (`yes, two more`), as does one about other things than those that were stated before the question:
    /// `yes, two beers` after `1 burger. Anything to drink?`
    func contradicts(_ question: String, today: CivilDate = .today) -> Bool {
        let asked = Words.tokenize(question, orthography: vocabulary.language.orthography)
        let askedDays = weekdays(in: asked, today)
        if !askedDays.isEmpty, !weekdays(in: tokens, today).isSubset(of: askedDays) { return true }
        let stated = amounts(in: asked)
        guard !stated.isEmpty else { return false }
        let numbers = Set(stated.compactMap(\.number)).union([1])
        let clock = Set(stated.filter { $0.number == nil }.compactMap(\.time))
        let asksFurther = asksFurther(question)
        return amounts(in: tokens).contains { amount in
            if let time = amount.time, clock.contains(time) { return false }
            guard let number = amount.number else { return !clock.isEmpty }
            return !numbers.contains(number) && !(asksFurther && isAboutOthers(amount, than: asked))
        }
    }

    /// Returns the days of the week that a text names, also those of `tomorrow` and the like: `Sunday` is `tomorrow` on
    /// a Saturday.
    private func weekdays(in tokens: [Token], _ today: CivilDate) -> Set<Int> {
        let times = vocabulary.language.times.withKeys
        let relative = times.days.mapValues { today.adding(days: $0).weekday }
        let values: [String: Int] = times.weekdays.merging(relative) { first, _ in first }
        var names: [(words: [String], day: Int)] = values.map { name, day in
            (words: name.split(separator: " ").map { String($0) }, day: day)
        }
        names.sort { $0.words.count > $1.words.count }
        var days: Set<Int> = []
        var keys = tokens.map(\.key)[...]
        while !keys.isEmpty {
            let name = names.first { keys.starts(with: $0.words) }
            if let name { days.insert(name.day) }
            keys = keys.dropFirst(name?.words.count ?? 1)
        }
        return days
    }

    /// Whether the last sentence is about something else than what was stated before it: `Anything to drink?`, unlike
    /// `Is that right?`
    private func asksFurther(_ question: String) -> Bool {
        let language = vocabulary.language
        let agreeing = language.replies.yes.flatMap { pattern in
            Words.tokenize(pattern, orthography: language.orthography).map(\.key)
        }
        let sentence = lastSentence(of: question)
        let isCheck = sentence.allSatisfy { language.functionWords.contains($0.key) || agreeing.contains($0.key) }
        return !isCheck && amounts(in: sentence).isEmpty
    }

    /// Whether a number counts things that the question does not name.
    private func isAboutOthers(_ amount: Amount, than asked: [Token]) -> Bool {
        guard let next = amount.next, !vocabulary.language.functionWords.contains(next) else { return false }
        // "Pizza" and "pizzas" are the same.
        let isAsked = asked.contains { token in
            token.key.count > 2 && (next.hasPrefix(token.key) || token.key.hasPrefix(next))
        }
        let units = vocabulary.language.questionWords.units
        let isUnit = units.contains { Words.tokenize($0, limit: 1).first?.key == next }
        return !isAsked && !isUnit && !vocabulary.afterValue.contains { $0.last == next }
    }

    private func lastSentence(of text: String) -> [Token] {
        let words = text.split(whereSeparator: \.isWhitespace)
        let ends: Set<Character> = [".", "!", "?"]
        let end = words.dropLast().lastIndex { word in word.last.map(ends.contains) ?? false }
        let sentence = words[(end.map { $0 + 1 } ?? 0)...].joined(separator: " ")
        return Words.tokenize(sentence, orthography: vocabulary.language.orthography)
    }

    /// Returns the times of several words and the numbers from 1. Parts of one, such as `a half`, are none.
    private func amounts(in tokens: [Token]) -> [Amount] {
        let numberParser = NumberParser(vocabulary.language.numbers)
        let timeParser = TimeParser(vocabulary.language.times, numbers: vocabulary.language.numbers)
        var amounts: [Amount] = []
        var rest = tokens[...]
        while !rest.isEmpty {
            let number = numberParser.parse(rest)
            let time = Self.times(in: rest, timeParser).first { hasNumber(rest.prefix($0.count), numberParser) }
            let minutes = time.flatMap { Self.minutes(of: $0.value) }
            if let time, time.count > number?.count ?? 0 {
                rest = rest.dropFirst(time.count)
                amounts.append(Amount(number: nil, time: minutes, next: rest.first?.key))
            } else {
                let isWhole = time?.count == number?.count
                rest = rest.dropFirst(number?.count ?? 1)
                guard let value = number?.value, value >= 1 else { continue }
                amounts.append(Amount(number: value, time: isWhole ? minutes : nil, next: rest.first?.key))
            }
        }
        return amounts
    }

    /// Returns the times of day with which words begin, longest first. Those that are relative to now are none: the 20
    /// of `in 20 minutes` is a number.
    private static func times(in tokens: ArraySlice<Token>, _ parser: TimeParser) -> [(value: String, count: Int)] {
        let keys = tokens.numberKeys
        func readings(at second: Int) -> [(value: String, count: Int)] {
            parser.prefixes(.time, of: keys[...], today: CivilDate(days: 0), now: second)
        }
        let later = readings(at: 1)
        return readings(at: 0).filter { time in minutes(of: time.value) != nil && later.contains { $0 == time } }
    }

    /// Whether a number from 1 is among words. `Right now` has none.
    private func hasNumber(_ tokens: ArraySlice<Token>, _ parser: NumberParser) -> Bool {
        tokens.indices.contains { position in parser.parse(tokens[position...]).map { $0.value >= 1 } ?? false }
    }

    /// Returns the minutes since noon or midnight of `18:30`; nil for a part of the day.
    private static func minutes(of time: String) -> Int? {
        let parts = time.split(separator: ":").compactMap { Int($0) }
        return parts.count == 2 ? (parts[0] * 60 + parts[1]) % 720 : nil
    }
}
