/// The values that the user rejects: those behind `not` and `don't`, and all of an answer that ends with
/// `never mind`.
extension AnswerText {
    /// Whether the answer ends with a phrase that calls the question off, and that means nothing else: `never mind`.
    public var isCalledOff: Bool { isCalledOff(from: 0) }

    /// Returns whether the words from a position on end with such a phrase.
    public func isCalledOff(from position: Int) -> Bool {
        position <= keys.count && ends(keys[position...], with: vocabulary.cancelling)
    }

    /// The most words between a rejection and its value: `don't want to have a`.
    private static let maximumWordsAfterRejection = 4

    /// Returns the position of the words that reject what is said at a position: that of `without` for the sugar of
    /// `without any sugar`; nil when nothing rejects it.
    /// - Parameters:
    ///   - position: The position of the value's first word.
    ///   - words: Words that may stand between, besides function words: `want`, as in `don't want a`.
    public func rejection(of position: Int, across words: Set<String>) -> Int? {
        guard keys.indices.contains(position) else { return nil }
        let passed = vocabulary.determiners.union(vocabulary.language.functionWords).union(words)
        var start = position
        while start > 0, position - start <= Self.maximumWordsAfterRejection {
            if let phrase = vocabulary.excluding.first(where: { ends(keys[..<start], with: $0) }) {
                return start - phrase.count
            }
            let key = keys[start - 1]
            if vocabulary.negations.contains(key) || vocabulary.prohibiting.contains(key) { return start - 1 }
            guard passed.contains(key) else { break }
            start -= 1
        }
        // "Small, no, large" corrects, and "no sugar" may do so; "with no sugar" and "but no sugar" reject.
        guard position > 1, vocabulary.disagreeing.contains(keys[position - 1]) else { return nil }
        let corrections = Set(vocabulary.corrections.flatMap(\.self))
        let introducing = vocabulary.language.functionWords.union(words).union(vocabulary.joining)
            .union(vocabulary.doubting.subtracting(corrections))
        return introducing.contains(keys[position - 2]) ? position - 1 : nil
    }

    /// Whether a word before a position turns a command into its opposite: `don't`, unlike `I don't know`.
    public func isOpposed(before position: Int) -> Bool {
        keys.prefix(position).contains(where: vocabulary.opposing.contains)
    }

    /// Returns the values of an answer that count.
    /// - Parameters:
    ///   - places: The values in the order of the answer.
    ///   - start: The position behind the last correction.
    func value<Value: Hashable & Sendable>(
        of places: [(range: Range<Int>, value: Value)], from start: Int
    ) -> AnswerValue<Value> {
        guard let first = places.first, let last = places.last else {
            // Without a value, "stop" may belong to something else.
            return ends(keys[start...], with: vocabulary.cancelling) ? .calledOff : .absent
        }
        let end = last.range.upperBound
        if beginsCalledOff(start..<first.range.lowerBound) || endsCalledOff(after: end) { return .calledOff }
        guard !isTakenBack(after: end) else { return .rejected }
        var values: Set<Value> = []
        var previous: (end: Int, value: Value, isRejected: Bool)?
        for (range, value) in places {
            var isRejected = false
            if let previous {
                let gap = previous.end..<range.lowerBound
                let continues = joins(gap) || gap.isEmpty && previous.value == value
                if previous.isRejected && continues {
                    isRejected = true
                } else {
                    guard let rejects = rejects(between: gap) else { return .rejected }
                    isRejected = rejects
                }
            } else {
                isRejected = self.isRejected(range.lowerBound, after: start)
            }
            if !isRejected { values.insert(value) }
            previous = (range.upperBound, value, isRejected)
        }
        return values.isEmpty ? .rejected : .given(values)
    }

    /// Whether the user rejects a value at a position, where none is before it: `not`, perhaps with an article, or
    /// `anything but` is directly before it, or a word such as `don't` anywhere. A limit is not rejected: `not more
    /// than ten`.
    func isRejected(_ position: Int, after start: Int = 0) -> Bool {
        guard start <= position else { return isExcluded(position) }
        let opposing = keys[start..<position].lastIndex(where: vocabulary.opposing.contains)
        if let opposing, isLimit(opposing + 1..<position) { return false }
        if isExcluded(position) { return true }
        guard let opposing else { return false }
        return !keys[opposing..<position].contains(where: vocabulary.hedges.contains)
    }

    /// Whether the words between two values reject the second; nil where they may as well be about the first: `red
    /// won't do, blue`.
    private func rejects(between gap: Range<Int>) -> Bool? {
        guard let opposing = keys[gap].lastIndex(where: vocabulary.opposing.contains) else {
            return isExcluded(gap.upperBound)
        }
        let rest = opposing + 1..<gap.upperBound
        if isLimit(rest) { return false }
        let isAboutSecond =
            vocabulary.prohibiting.contains(keys[opposing]) && introduces(rest)
            && !keys[rest].contains(where: vocabulary.hedges.contains)
            && !isStatement(after: gap.lowerBound, except: vocabulary.prohibiting)
        return isAboutSecond ? true : nil
    }

    /// Whether a word or phrase directly before a position, perhaps with an article, excludes the value there.
    private func isExcluded(_ position: Int) -> Bool {
        let hasArticle = position > 0 && vocabulary.determiners.contains(keys[position - 1])
        return [position, hasArticle ? position - 1 : position].contains { position in
            guard position > 0 else { return false }
            return vocabulary.negations.contains(keys[position - 1])
                || vocabulary.excluding.contains { ends(keys[..<position], with: $0) }
        }
    }

    /// Whether the words before a value make it a limit: `more than`, `more than about`.
    private func isLimit(_ range: Range<Int>) -> Bool {
        range.contains { start in
            vocabulary.limits.contains { phrase in
                keys[start..<range.upperBound].starts(with: phrase)
                    && introduces(start + phrase.count..<range.upperBound)
            }
        }
    }

    /// Whether all words of a range belong to the value behind them: `give me the`.
    private func introduces(_ range: Range<Int>) -> Bool {
        counts(keys[range], vocabulary.beforeValue + vocabulary.determiners.map { [$0] }).contains(range.count)
    }

    /// Whether the words between two values only join them: `or`, `or at the`, `one or the`.
    private func joins(_ gap: Range<Int>) -> Bool {
        let joined = vocabulary.joining.union(vocabulary.determiners).union(vocabulary.language.functionWords)
            .union(vocabulary.afterValue.flatMap { $0.count == 1 ? $0 : [] })
        return keys[gap].contains(where: vocabulary.joining.contains) && keys[gap].allSatisfy(joined.contains)
    }

    /// Whether the words up to the first value call the question off: `cancel forty`.
    private func beginsCalledOff(_ range: Range<Int>) -> Bool {
        counts(keys[range], vocabulary.beforeValue).contains { count in
            vocabulary.cancelling.contains { keys[range].dropFirst(count).starts(with: $0) }
        }
    }

    /// Whether the words from a position on end with a phrase that calls the question off: `forty, never mind`.
    func endsCalledOff(after position: Int) -> Bool {
        ends(keys[position...], with: vocabulary.cancelling + vocabulary.stopping)
    }

    /// Whether the words behind the last value take it back: `forty, no`, `red, don't`, `red won't do`, `red, not at
    /// all`.
    private func isTakenBack(after position: Int) -> Bool {
        if isDenied(after: position) { return true }
        let spoken = tokens[position...].map(\.key)
        if endings(spoken[...]).contains(where: { vocabulary.refusals.contains(Array($0)) }) { return true }
        return endings(keys[position...]).contains { words in
            words.last.map { vocabulary.opposing.contains($0) || vocabulary.disagreeing.contains($0) } ?? false
        }
    }

    /// Whether the words behind a value deny it: `won't do`, `is not enough`. `Not too hot` is about something else.
    func isDenied(after position: Int) -> Bool {
        isStatement(after: position, except: vocabulary.negations.intersection(vocabulary.prohibiting))
    }

    /// Whether words behind a value are a statement about it with an opposing word.
    /// - Parameter others: The opposing words that are none about the value when they follow it at once.
    private func isStatement(after position: Int, except others: Set<String>) -> Bool {
        let rest = keys[position...]
        return (0...rest.count).contains { count in
            let skipped = Array(rest.prefix(count).reversed())
            guard counts(skipped[...], vocabulary.afterValue).contains(count) else { return false }
            let words = rest.dropFirst(count)
            guard let first = words.first else { return false }
            if vocabulary.opposing.contains(first) { return !others.contains(first) }
            // "Is not enough", "I don't like". More words are about something else: "I don't have so much time".
            guard vocabulary.language.functionWords.contains(first), !vocabulary.joining.contains(first),
                let second = words.dropFirst().first, vocabulary.opposing.contains(second)
            else { return false }
            return vocabulary.negations.contains(second) || words.count <= 3
        }
    }

    private func ends(_ words: ArraySlice<String>, with phrases: [[String]]) -> Bool {
        endings(words).contains { words in phrases.contains { ends(words, with: $0) } }
    }

    /// Returns words with and without the phrases that may follow a value, and the corrections after which nothing
    /// comes.
    func endings(_ words: ArraySlice<String>) -> [ArraySlice<String>] {
        let phrases = vocabulary.afterValue + vocabulary.corrections.map { Array($0.reversed()) }
        return counts(words.reversed()[...], phrases).map { words.dropLast($0) }
    }

    func ends(_ words: ArraySlice<String>, with phrase: [String]) -> Bool {
        words.suffix(phrase.count).elementsEqual(phrase)
    }
}
