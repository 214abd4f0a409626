import SaybusMessages
import SaybusPhrases

/// Values of one type that stand for one place in a sentence: "paris, no wait, york", "paris or york".
struct ValueGroup: Sendable {
    /// The values that are meant: after a correction those behind it.
    var values: [SlotValueFinder.Value]
    /// The positions of the group's words: all values, and the words between them.
    var words: Set<Int>
    /// The stem of the sample's word that stands before the group.
    var mark: String?

    /// Whether several different values are meant, of which a slot for one value takes none.
    var isUnclear: Bool { values.dropFirst().contains { $0.parameter.value != values[0].parameter.value } }
}

/// The division of a sentence's values into groups.
struct ValueGrouping: Sendable {
    /// The slots of one type in a sample.
    struct Places {
        /// The stems of the words directly before the slots, in the sample's order; nil for a slot without one.
        var marks: [String?]
        /// The stems of the words before the slots of all types.
        var all: Set<String>
    }

    private let corrections: [[String]]
    private let disagreeing: Set<String>
    private let joining: Set<String>
    private let conjunctions: Set<String>
    /// Words that may stand between joined values: `or the`.
    private let joined: Set<String>
    /// Words that may stand between a correction and its value: `no make it`.
    private let introducing: Set<String>

    init(_ language: Language = .inUse) {
        let vocabulary = language.questionWords
        func keys(_ phrases: [String]) -> [[String]] { phrases.map { Words.tokenize($0).map(\.key) } }
        corrections = keys(vocabulary.corrections).filter { !$0.isEmpty }
        disagreeing = Set(vocabulary.disagreeing.map(Words.key(of:)))
        (joining, conjunctions) = (vocabulary.joiningWords, language.times.conjunctions)
        let small = language.functionWords.union(vocabulary.determiners.map(Words.key(of:)))
        let after = Set(keys(vocabulary.afterValue).filter { $0.count == 1 }.flatMap(\.self))
        joined = small.union(joining).union(after)
        introducing = small.union(WordFamily.carriers).union(WordFamily.wishes).union(corrections.flatMap(\.self))
    }

    /// Returns the groups of a type's values, in the order of the sentence.
    /// - Parameters:
    ///   - values: The values, in the order of the sentence.
    ///   - words: The sentence.
    ///   - others: The positions of the values of other slots, which may stand between: "two lattes and three teas".
    ///   - places: The slots of the type.
    func groups(
        of values: [SlotValueFinder.Value], in words: [(key: String, stem: String)], besides others: Set<Int>,
        _ places: Places
    ) -> [ValueGroup] {
        var groups: [ValueGroup] = []
        var end = 0
        for value in values {
            let before = value.range.lowerBound
            let stem = before > 0 ? words[before - 1].stem : nil
            let mark = stem.flatMap { places.all.contains($0) ? $0 : nil }
            let gap = min(end, before)..<before
            end = value.range.upperBound
            guard let last = groups.last else {
                groups.append(ValueGroup(values: [value], words: Set(value.range), mark: mark))
                continue
            }
            let added = Set(gap).subtracting(others).union(value.range)
            let keys = words[gap].map(\.key)
            if corrects(keys), mark == nil || last.mark == nil || mark == last.mark {
                groups[groups.count - 1].values = [value]
                groups[groups.count - 1].words.formUnion(added)
                groups[groups.count - 1].mark = last.mark ?? mark
            } else if joins(gap.filter { !others.contains($0) }.map { words[$0].key }),
                mark == nil || mark == last.mark, !mayFillNext(places, after: last.mark, values.count, keys)
            {
                groups[groups.count - 1].values.append(value)
                groups[groups.count - 1].words.formUnion(added)
            } else {
                groups.append(ValueGroup(values: [value], words: Set(value.range), mark: mark))
            }
        }
        return groups
    }

    /// Whether the words between two values say that the second replaces the first: `no wait`, unlike `with no`.
    private func corrects(_ keys: [String]) -> Bool {
        keys.indices.contains { start in
            guard let phrase = corrections.first(where: { keys[start...].starts(with: $0) }),
                keys[(start + phrase.count)...].allSatisfy(introducing.contains)
            else { return false }
            return start == 0 || !disagreeing.contains(keys[start]) || !joined.contains(keys[start - 1])
        }
    }

    private func joins(_ keys: [String]) -> Bool {
        keys.contains(where: joining.contains) && keys.allSatisfy(joined.contains)
    }

    /// Whether a value behind "and" may be that of the next slot of the same type: "two and three" of "{a} plus {b}".
    private func mayFillNext(_ places: Places, after mark: String?, _ count: Int, _ keys: [String]) -> Bool {
        guard places.marks.count > 1, count <= places.marks.count, keys.contains(where: conjunctions.contains) else {
            return false
        }
        guard let mark, let index = places.marks.firstIndex(of: mark) else { return true }
        return index < places.marks.count - 1
    }
}
