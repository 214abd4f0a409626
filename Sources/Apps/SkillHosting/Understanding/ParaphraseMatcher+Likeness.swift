import SaybusMessages
import SaybusPhrases

/// The likeness of a sample and a sentence, by the weights of their words.
extension ParaphraseMatcher {
    /// The weights of words and slots. A word that only one intent has weighs 1, and so does a slot with its value.
    private enum Weight {
        static let functionWord = 0.1
        /// The weight of a word that says only that a request follows: see ``WordFamily/carriers``.
        static let carrier = 0.35
        /// The part of a word's weight that a similar word has in common with it.
        static let similarity = 0.8
        /// The weights of a slot that takes any words: some of these may be its value.
        static let openSlot = (shared: 0.25, whole: 0.75)
        static let slotWithoutValue = 0.8
        /// The weight of a word of the utterance that no sample has.
        static let strangeWord = 0.7
        static let strangeCarrier = 0.15
        /// The part of a strange word's weight that is left where an open slot may take the word.
        static let inOpenSlot = 0.3
    }

    /// The least weight of what is shared. Function words alone say nothing.
    private static let minimumShared = 0.3

    /// A sentence that is compared with samples.
    struct Sentence {
        let utterance: [(key: String, stem: String)]
        /// The words of the utterance, as they are compared.
        let keys: [String]
        let answer: AnswerText
        /// The values of each type, those that are rejected among them.
        private(set) var all: [String: [SlotValueFinder.Value]] = [:]
        /// The values of each type that are not rejected.
        private(set) var meant: [String: [SlotValueFinder.Value]] = [:]
        /// The positions of the words of rejected values, with what rejects them.
        private(set) var rejected: Set<Int> = []
        /// The positions of words that are only a part of a value, for each type: "november thirty first".
        private(set) var refused: [String: Set<Int>] = [:]

        init(_ words: [String], _ samples: [SampleShape], _ finder: SlotValueFinder) {
            keys = words.map(Words.key(of:))
            utterance = keys.map { (key: $0, stem: WordFamily.stem($0)) }
            answer = AnswerText(words.joined(separator: " "))
            for type in Set(samples.flatMap { $0.slots.map(\.type) }) {
                let search = finder.search(for: type, in: words)
                let found = finder.meant(search.values, in: words)
                all[type] = search.values
                refused[type] = search.refused
                meant[type] = found.values
                rejected.formUnion(found.rejected)
            }
        }
    }

    /// The parts that a sample and an utterance have in common so far, by their weights.
    private struct Overlap {
        /// The weight of the common parts.
        var shared = 0.0
        /// The weight of all parts of both.
        var whole = 0.0
        /// The positions of the words that are values of slots.
        var used: Set<Int> = []
        /// Whether a slot without a value takes any words.
        var hasOpenSlot = false

        mutating func add(_ words: Set<Int>) {
            used.formUnion(words)
            (shared, whole) = (shared + 1, whole + 2)
        }
    }

    /// Compares a sample with a sentence.
    func compare(_ sample: SampleShape, _ sentence: Sentence) -> Comparison {
        var comparison = Comparison(sample: sample)
        let takesRejected = hasNegation(sample)
        let values = takesRejected ? sentence.all : sentence.meant
        if !takesRejected { comparison.rejected = sentence.rejected }
        var overlap = Overlap()
        compareSlots(of: sample, with: sentence, values, &comparison, &overlap)
        compareWords(of: sample, with: sentence.utterance, &comparison, &overlap)
        if overlap.shared >= Self.minimumShared, overlap.whole > 0 {
            comparison.likeness = 2 * overlap.shared / overlap.whole
        }
        return comparison
    }

    /// Compares the slots of a sample with the values of an utterance.
    private func compareSlots(
        of sample: SampleShape, with sentence: Sentence, _ values: [String: [SlotValueFinder.Value]],
        _ comparison: inout Comparison, _ overlap: inout Overlap
    ) {
        for slot in sample.slots {
            if let group = group(for: slot, of: sample, in: sentence, values, overlap.used) {
                let isPart = group.values.contains { codes.isPart($0.range, of: sentence.keys, slot.type) }
                if isPart || group.isUnclear && !slot.takesSeveral {
                    comparison.unclear[slot.name] = group.words
                } else {
                    comparison.found[slot.name] = group
                }
                overlap.add(group.words)
            } else if let refused = sentence.refused[slot.type]?.subtracting(overlap.used), !refused.isEmpty {
                comparison.unclear[slot.name] = refused
                overlap.add(refused)
            } else if SlotValueFinder.takesAnything(slot.type) {
                overlap.hasOpenSlot = true
                overlap.shared += Weight.openSlot.shared
                overlap.whole += Weight.openSlot.whole
            } else {
                overlap.whole += Weight.slotWithoutValue
            }
        }
    }

    /// Compares the words of a sample with those of an utterance that are no values.
    private func compareWords(
        of sample: SampleShape, with utterance: [(key: String, stem: String)], _ comparison: inout Comparison,
        _ overlap: inout Overlap
    ) {
        var left = sample.parts.enumerated().compactMap { index, part -> (index: Int, key: String, stem: String)? in
            if case .word(let key, let stem) = part { (index, key, stem) } else { nil }
        }
        for word in left { overlap.whole += weight((word.key, word.stem)) }
        for position in utterance.indices where !overlap.used.contains(position) {
            let word = utterance[position]
            let equal = left.firstIndex { $0.stem == word.stem }
            guard let hit = equal ?? left.firstIndex(where: { WordFamily.areSimilar($0.stem, word.stem) }) else {
                overlap.whole += strangeness(word, inOpenSlot: overlap.hasOpenSlot)
                if !functionWords.contains(word.key), !comparison.rejected.contains(position) {
                    comparison.rest.insert(position)
                }
                continue
            }
            let part = left.remove(at: hit)
            let weight = weight((part.key, part.stem))
            overlap.shared += equal == nil ? Weight.similarity * weight : weight
            overlap.whole += weight
            comparison.matched[part.index] = position
        }
    }

    /// Returns the values of a slot: those after the word that stands before it in the sample, else the first ones that
    /// are not behind such a word of another slot.
    /// - Parameter used: The positions of the values of other slots.
    private func group(
        for slot: (name: String, type: String, takesSeveral: Bool), of sample: SampleShape, in sentence: Sentence,
        _ values: [String: [SlotValueFinder.Value]], _ used: Set<Int>
    ) -> ValueGroup? {
        let free = values[slot.type]?.filter { used.isDisjoint(with: $0.range) } ?? []
        guard !free.isEmpty else { return nil }
        let marks = sample.slots.map { (slot: $0, word: sample.word(before: $0.name)) }
        let places = ValueGrouping.Places(
            marks: marks.filter { $0.slot.type == slot.type }.map(\.word), all: Set(marks.compactMap(\.word)))
        let others = sample.slots.filter { $0.type != slot.type }.flatMap { values[$0.type] ?? [] }.flatMap(\.range)
        let ranges = Set(free.flatMap(\.range))
        let groups = grouping.groups(
            of: free, in: sentence.utterance, besides: Set(others).subtracting(ranges), places)
        // "Change it from small to large" where the sample is "change it to {size}".
        let own = groups.filter { $0.mark != nil && $0.mark == sample.word(before: slot.name) }
        let available = groups.filter { group in
            !marks.contains { other in
                other.slot.name != slot.name && other.word != nil && other.word == group.mark
                    && mayTake(other.slot.type, insteadOf: slot.type, group, values)
            }
        }
        guard slot.takesSeveral else { return own.first ?? available.first }
        let all = own.isEmpty || places.marks.count == 1 ? available : own
        guard let first = all.first else { return nil }
        return all.dropFirst().reduce(into: first) { sum, group in
            sum.values += group.values
            sum.words.formUnion(group.words)
        }
    }

    /// Whether the values of a group behind a word of another slot are those of that slot's type. A number is also a
    /// time of day, which says nothing.
    private func mayTake(
        _ other: String, insteadOf type: String, _ group: ValueGroup, _ values: [String: [SlotValueFinder.Value]]
    ) -> Bool {
        if other == type { return true }
        guard !SkillModel.normalizesValues(other), !SkillModel.normalizesValues(type) else { return false }
        return values[other]?.contains { !group.words.isDisjoint(with: $0.range) } ?? false
    }

    // MARK: Weights

    private func weight(_ word: (key: String, stem: String)) -> Double {
        if functionWords.contains(word.key) { return Weight.functionWord }
        let base = WordFamily.carriers.contains(word.key) ? Weight.carrier : 1
        return base / Double(max(1, intents[word.stem] ?? 1)).squareRoot()
    }

    /// Returns the weight of a word that the compared sample lacks.
    private func strangeness(_ word: (key: String, stem: String), inOpenSlot: Bool) -> Double {
        if functionWords.contains(word.key) { return Weight.functionWord }
        if intents[word.stem] != nil { return weight(word) }
        let strange = WordFamily.carriers.contains(word.key) ? Weight.strangeCarrier : Weight.strangeWord
        return inOpenSlot ? strange * Weight.inOpenSlot : strange
    }
}
