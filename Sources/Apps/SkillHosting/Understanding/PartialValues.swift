import SaybusMessages
import SaybusPhrases

/// A detector of values that are only a part of what was said: the seven of "seven point two", the ten of "ten
/// minutes", which is no time of day, and the friday of "two days after friday".
struct PartialValues: Sendable {
    private let language: Language
    private let parser: NumberParser
    private let numberWords: Set<String>
    private let units: Set<String>
    /// Words after which a number is no time of day.
    private let measures: Set<String>
    /// Words between a distance and the day from which it counts: `from`.
    private let starts: Set<String>
    /// Words between a number and a later day or time: `after`.
    private let after: Set<String>
    /// Words between the ends of a range: `to`, `or`.
    private let ranges: Set<String>
    /// Words that join the units of a length, and the ends of a range: `and`.
    private let conjunctions: Set<String>
    /// Words that may follow a value, and are nothing that is counted: `thanks`.
    private let endings: Set<String>
    /// The first words of what may follow a value: the `por` of `por favor`.
    private let endingStarts: Set<String>
    /// Words for one that stand before a noun, too: `une`.
    private let numberArticles: Set<String>
    private let until: Set<String>
    /// Words for a part of an hour before a word such as `past`: `half`.
    private let partsOfHour: Set<String>
    /// Words directly before an hour that add to it, or take from it: the German `halb`.
    private let beforeHour: Set<String>
    private let relations: Set<String>
    private let articles: Set<String>
    private let functionWords: Set<String>
    /// Function words that sound like digits: `to`, `for`.
    private let soundAlikes: Set<String>
    /// Words with which a speaker hesitates, which may stand before and after all others: `uh`, but not `please`.
    private let hesitations: Set<String>

    init(_ language: Language = .inUse) {
        self.language = language
        let (numbers, times) = (language.numbers, language.times)
        parser = NumberParser(numbers)
        numberWords = Set(numbers.units.keys).union(numbers.tens.keys).union(numbers.scales.keys)
            .union(numbers.hundreds).union(numbers.points)
        units = Set(times.units.keys)
        measures = units.union(language.questionWords.units.map(Words.key(of:)))
        (starts, after, until) = (times.startingFrom, times.past, times.until)
        ranges = times.until.union(language.questionWords.joiningWords).subtracting(times.conjunctions)
        conjunctions = times.conjunctions
        partsOfHour = Self.lastWords(times.partsOfHour.keys)
        beforeHour = Self.lastWords((times.beforeHour ?? [:]).keys)
        endings = Set(language.questionWords.afterValue.map(Words.key(of:)))
        let phrases = language.questionWords.afterValue + language.fillers.trailing
        endingStarts = Set(phrases.compactMap { Words.tokenize($0, orthography: language.orthography).first?.key })
        numberArticles = numbers.articles
        relations = Set(times.relations.keys)
        (articles, functionWords) = (times.articles, language.functionWords)
        soundAlikes = functionWords.intersection(language.soundAlikes.keys)
        hesitations = Self.singleWords(language.fillers.leading)
            .intersection(Self.singleWords(language.fillers.trailing)).subtracting(language.fillers.afterText)
    }

    private static func lastWords(_ phrases: some Sequence<String>) -> Set<String> {
        Set(phrases.compactMap { $0.split(separator: " ").last.map(String.init) })
    }

    private static func singleWords(_ phrases: [String]) -> Set<String> {
        Set(phrases.map { Words.tokenize($0).map(\.key) }.filter { $0.count == 1 }.flatMap(\.self))
    }

    /// Whether words that are a value of a type are only a part of something longer.
    func isPart(_ range: Range<Int>, of tokens: [Token], _ type: String) -> Bool {
        let keys = WordKeys(tokens)
        switch type {
        case "AMAZON.DATE": return isRelative(range, keys) || dividesNumber(range, tokens) || endsInLength(range, keys)
        case "AMAZON.DURATION": return touchesNumber(range, keys) || endsWithCount(range, keys)
        case "AMAZON.TIME":
            let isMeasure = keys[range.upperBound].map(measures.contains) ?? false
            let last = keys[range.upperBound - 1]
            // "7.30 dollars", and the year of "november fifth 2026".
            if isMeasure && (isNumber(last) || isDecimal(last)) || isYear(range, keys) { return true }
            return touchesNumber(range, keys) || isInNumber(range, tokens) || isRelative(range, keys)
                || isArticle(range, keys)
        case "AMAZON.FOUR_DIGIT_NUMBER", "AMAZON.PhoneNumber", "AMAZON.AlphaNumeric":
            // "Set it to one two three four" has four digits: the "to" is none of them.
            let isSoundAlike = keys[range.lowerBound].map(soundAlikes.contains) ?? false
            // "I" and "a" are letters by themselves only.
            let isWord =
                range.count == 1 && tokens.count > 1 && keys[range.lowerBound].map(functionWords.contains) == true
            // The "x" of "one hundred five x", and of "x y uh z".
            let isBesideSign =
                type == "AMAZON.AlphaNumeric"
                && (isSign(keys[range.lowerBound - 1], of: type) || isSign(keys[range.upperBound], of: type))
            return isSoundAlike || isWord || isBesideSign || touchesNumber(range, keys)
                || isInterrupted(range, keys, type)
        default:
            return touchesNumber(range, keys) || isInNumber(range, tokens) || isInterrupted(range, keys, type)
                || isHour(range, keys)
        }
    }

    /// Returns the values of a type without those that end a range whose beginning is none: "two to three hours".
    func removingRanges(_ values: [SlotValueFinder.Value], of tokens: [Token], _ type: String)
        -> [SlotValueFinder.Value]
    {
        guard ["AMAZON.DATE", "AMAZON.TIME", "AMAZON.DURATION"].contains(type) else { return values }
        let keys = WordKeys(tokens)
        // "Two hours and ten minutes" is one length, but "five and ten minutes" are two.
        let ranges = type == "AMAZON.DURATION" ? self.ranges.union(conjunctions) : self.ranges
        return values.filter { value in
            let (word, first) = (value.range.lowerBound - 1, value.range.lowerBound - 2)
            guard isNumber(keys[first]), keys[word].map(ranges.contains) ?? false, isNumber(keys[word + 1]) else {
                return true
            }
            return values.contains { $0.range.contains(first) }
        }
    }

    /// Whether a value that begins or ends with a number has another number beside it: the "eighty four" of "nineteen
    /// eighty four".
    private func touchesNumber(_ range: Range<Int>, _ keys: WordKeys) -> Bool {
        isNumber(keys[range.lowerBound - 1]) && isNumber(keys[range.lowerBound])
            || isNumber(keys[range.upperBound]) && isNumber(keys[range.upperBound - 1])
    }

    /// Whether the speaker hesitates within a number or a code, of which a value is one side: "five five five uh one
    /// two".
    private func isInterrupted(_ range: Range<Int>, _ keys: WordKeys, _ type: String) -> Bool {
        func isSign(_ position: Int) -> Bool { self.isSign(keys[position], of: type) }
        func hesitates(_ position: Int) -> Bool { keys[position].map(hesitations.contains) ?? false }
        var (before, after) = (range.lowerBound - 1, range.upperBound)
        while hesitates(before) { before -= 1 }
        while hesitates(after) { after += 1 }
        return before < range.lowerBound - 1 && isSign(before) && isSign(range.lowerBound)
            || after > range.upperBound && isSign(after) && isSign(range.upperBound - 1)
    }

    /// Whether a word is a number, or in a code a letter.
    private func isSign(_ key: String?, of type: String) -> Bool {
        guard let key else { return false }
        return isNumber(key) || type == "AMAZON.AlphaNumeric" && key.count == 1 && !functionWords.contains(key)
    }

    /// Whether a value begins or ends within a number: the "second of january" of "thirty second of january".
    private func dividesNumber(_ range: Range<Int>, _ tokens: [Token]) -> Bool {
        [range.lowerBound, range.upperBound].contains { bound in
            (max(0, bound - 2)..<bound).contains { start in
                parser.parse(tokens[start...]).map { start + $0.count > bound } ?? false
            }
        }
    }

    /// Whether a value is the article of the noun behind it: the "une" of "réserver une table" is no one o'clock.
    private func isArticle(_ range: Range<Int>, _ keys: WordKeys) -> Bool {
        guard range.count == 1, let word = keys[range.lowerBound], numberArticles.contains(word),
            let next = keys[range.upperBound]
        else { return false }
        return !functionWords.contains(next) && !endingStarts.contains(next)
    }

    /// Whether a number is the hour of a time of day: the "seven" of "half past seven".
    private func isHour(_ range: Range<Int>, _ keys: WordKeys) -> Bool {
        guard isNumber(keys[range.lowerBound]), let word = keys[range.lowerBound - 1] else { return false }
        if beforeHour.contains(word) { return true }
        return (after.contains(word) || until.contains(word))
            && keys[range.lowerBound - 2].map(partsOfHour.contains) ?? false
    }

    /// Whether the number at the end of a length counts what follows: the fifteen of "two hours and fifteen people".
    private func endsWithCount(_ range: Range<Int>, _ keys: WordKeys) -> Bool {
        guard isNumber(keys[range.upperBound - 1]), let next = keys[range.upperBound] else { return false }
        return measures.contains(next)
            || next.hasSuffix("s") && !functionWords.contains(next) && !endings.contains(next)
    }

    /// Whether the digits at the end of a day are those of a length: the "in 24" of "in 24 Stunden", where digits
    /// behind a preposition may be a day.
    private func endsInLength(_ range: Range<Int>, _ keys: WordKeys) -> Bool {
        guard range.count > 1, let last = keys[range.upperBound - 1], last.utf8.count <= 2 else { return false }
        return last.utf8.allSatisfy { 0x30...0x39 ~= $0 } && keys[range.upperBound].map(units.contains) ?? false
    }

    /// Whether a longer number has all words of a value: the "two" of "two and a half".
    private func isInNumber(_ range: Range<Int>, _ tokens: [Token]) -> Bool {
        (max(0, range.lowerBound - 2)...range.lowerBound).contains { start in
            guard let (_, count) = parser.parse(tokens[start...]) else { return false }
            return count > range.count && start + count >= range.upperBound
        }
    }

    private func isYear(_ range: Range<Int>, _ keys: WordKeys) -> Bool {
        range.count == 1 && language.isYear(at: range.lowerBound) { keys[$0] }
    }

    private func isDecimal(_ key: String?) -> Bool {
        key?.utf8.allSatisfy { 0x30...0x39 ~= $0 || $0 == UInt8(ascii: ".") } == true
    }

    /// Whether a day or time is that from which a distance counts, or is put off by words after it: "two days after
    /// friday", "friday before last".
    private func isRelative(_ range: Range<Int>, _ keys: WordKeys) -> Bool {
        if let word = keys[range.lowerBound - 1], let unit = keys[range.lowerBound - 2],
            units.contains(unit)
        {
            if after.contains(word) { return true }
            let amount = keys[range.lowerBound - 3]
            // "Change the day to friday" has no distance.
            let isAmount = isNumber(amount) || amount.map(articles.contains) ?? false
            if isAmount, starts.contains(word) || until.contains(word) { return true }
        }
        guard let word = keys[range.upperBound], after.contains(word) || until.contains(word),
            let relation = keys[range.upperBound + 1], relations.contains(relation)
        else { return false }
        return keys[range.upperBound + 2].map(functionWords.contains) ?? true
    }

    private func isNumber(_ key: String?) -> Bool {
        guard let key, !key.isEmpty else { return false }
        return numberWords.contains(key) || key.utf8.allSatisfy { 0x30...0x39 ~= $0 }
    }
}
