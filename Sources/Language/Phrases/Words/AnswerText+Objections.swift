/// What the user does not want: values behind `not` and `don't`, and all of an answer that ends with `never mind`.
extension AnswerText {
    /// Returns the agreement of an answer whose first word agrees or disagrees. It counts unless something after it
    /// objects: `yes, but`, `yes, don't`, `yes, cancel that`.
    /// - Parameter question: The words of the question. What they have is no objection: `yes, stop it` agrees to
    ///   `Shall I stop it?`
    public func agreement(to question: String = "") -> AnswerValue<Bool> {
        let spoken = keys.drop { vocabulary.fillers.contains($0) }
        guard let first = spoken.first else { return .absent }
        let rest = spoken.dropFirst()
        let agrees = vocabulary.agreeing.contains(first)
        guard agrees || vocabulary.disagreeing.contains(first) else { return .absent }
        guard !rest.contains(where: vocabulary.doubting.contains) else { return .rejected }
        guard agrees else { return rest.contains(where: vocabulary.agreeing.contains) ? .rejected : .given([false]) }
        let asked = Set(Words.tokenize(question).map(\.key))
        let isCalledOff = rest.indices.contains { index in
            !asked.contains(keys[index]) && beginsWith(vocabulary.cancelling + vocabulary.stopping, rest[index...])
        }
        if isCalledOff { return .calledOff }
        let objections = vocabulary.negations.union(vocabulary.disagreeing).union(vocabulary.opposing)
        return rest.contains(where: objections.contains) ? .rejected : .given([true])
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
            return ends(after: start, with: vocabulary.cancelling) ? .calledOff : .absent
        }
        let end = last.range.upperBound
        if beginsCalledOff(start..<first.range.lowerBound) || endsCalledOff(after: end) { return .calledOff }
        guard !isTakenBack(after: end) else { return .rejected }
        var values: Set<Value> = []
        var before = start
        for (range, value) in places {
            if !isRejected(range.lowerBound, after: before) { values.insert(value) }
            before = range.upperBound
        }
        return values.isEmpty ? .rejected : .given(values)
    }

    /// Whether the user rejects the value at a position: `not`, perhaps with an article, or `anything but` is directly
    /// before it, or a word such as `don't` anywhere between the value before and this one.
    func isRejected(_ position: Int, after end: Int) -> Bool {
        func isExcluded(_ position: Int) -> Bool {
            guard position > 0 else { return false }
            return vocabulary.negations.contains(keys[position - 1])
                || vocabulary.excluding.contains { ends(keys[..<position], with: $0) }
        }
        let hasArticle = position > 0 && vocabulary.determiners.contains(keys[position - 1])
        if isExcluded(position) || hasArticle && isExcluded(position - 1) { return true }
        guard end < position, let opposing = keys[end..<position].lastIndex(where: vocabulary.opposing.contains) else {
            return false
        }
        return !keys[opposing..<position].contains(where: vocabulary.hedges.contains)
    }

    /// Whether the words up to the first value call the question off: `cancel forty`.
    private func beginsCalledOff(_ range: Range<Int>) -> Bool {
        counts(keys[range], vocabulary.beforeValue).contains {
            beginsWith(vocabulary.cancelling, keys[range].dropFirst($0))
        }
    }

    /// Whether the words from a position on end with a phrase that calls the question off: `forty, never mind`.
    func endsCalledOff(after position: Int) -> Bool {
        ends(after: position, with: vocabulary.cancelling + vocabulary.stopping)
    }

    private func ends(after position: Int, with phrases: [[String]]) -> Bool {
        endings(after: position).contains { words in phrases.contains { ends(words, with: $0) } }
    }

    /// Whether the words behind the last value take it back: `forty, no`, `red, don't`.
    private func isTakenBack(after position: Int) -> Bool {
        if position < keys.count, vocabulary.opposing.contains(keys[position]) { return true }
        return endings(after: position).contains { words in
            words.last.map { vocabulary.opposing.contains($0) || vocabulary.disagreeing.contains($0) } ?? false
        }
    }

    /// Returns the words from a position on, with and without the phrases that may follow a value.
    private func endings(after position: Int) -> [ArraySlice<String>] {
        let rest = keys[position...]
        return counts(rest.reversed()[...], vocabulary.afterValue).map { rest.dropLast($0) }
    }

    private func beginsWith(_ phrases: [[String]], _ words: ArraySlice<String>) -> Bool {
        phrases.contains { words.starts(with: $0) }
    }

    private func ends(_ words: ArraySlice<String>, with phrase: [String]) -> Bool {
        words.suffix(phrase.count).elementsEqual(phrase)
    }
}
