import SaybusInteractionModels
import SaybusMessages
import SaybusPhrases

/// A matcher of sentences that are no sample of an intent, but have most of the words of one.
///
/// The likeness of a sentence and a sample is the weight of what they share, twice, divided by the weights of both
/// (Dice's coefficient): 1 when they have the same words and slots. Words that few intents have weigh most, function
/// words hardly anything. Words are compared by their stems; a word of a similar meaning counts less. It needs no
/// training, so that it works from the first turn on, with and without a bus.
struct ParaphraseMatcher: Sendable {
    /// An intent with the values of its slots.
    struct Match: Sendable {
        var intent: String
        /// The likeness, 0…1.
        var likeness: Double
        var slots: [String: Parameter]
    }

    /// The least distance from the likeness of the next intent. With less, it is not clear which one is meant.
    static let leastDistance = 0.05
    /// The most words of a sentence that is compared.
    static let maximumWords = SlotValueFinder.maximumWords
    /// The most words of a value that no list has, in a slot that is not for free words.
    static let maximumOpenWords = 3

    private let samples: [SampleShape]
    /// The number of intents whose samples have a stem.
    private let intents: [String: Int]
    private let finder: SlotValueFinder
    private let functionWords: Set<String>
    /// The words of samples that say what is not wanted: "a pizza without {topping}".
    private let negations: Set<String>
    private let grouping = ValueGrouping()

    /// Creates a matcher for the samples of a model.
    init(_ samples: [SampleShape], finder: SlotValueFinder, functionWords: Set<String> = Language.inUse.functionWords) {
        var seen: Set<SampleShape> = []
        self.samples = samples.filter { $0.bareSlot == nil && seen.insert($0).inserted }
        (self.finder, self.functionWords) = (finder, functionWords)
        let words = Language.inUse.questionWords
        negations = words.opposingWords.union((words.negations + words.disagreeing).map(Words.key(of:)))
        var intents: [String: Set<String>] = [:]
        for sample in self.samples {
            for word in sample.words { intents[word.stem, default: []].insert(sample.intent) }
        }
        self.intents = intents.mapValues(\.count)
    }

    /// Returns the intent whose sample is most like a sentence; nil when none is alike enough, or two are equally
    /// alike.
    /// - Parameter needsWords: Whether a value alone, without a word of the sample, means nothing: it may be the answer
    ///   to a question.
    func match(_ text: String, least: Double, needsWords: Bool = false) -> Match? {
        let words = Words.normalize(text)
        guard 1...Self.maximumWords ~= words.count, !samples.isEmpty else { return nil }
        let sentence = Sentence(words, samples, finder)
        var best: Comparison?
        var next = 0.0
        for sample in samples {
            let comparison = compare(sample, sentence)
            guard comparison.likeness > best?.likeness ?? 0 else {
                if sample.intent != best?.sample.intent { next = max(next, comparison.likeness) }
                continue
            }
            if let best, best.sample.intent != sample.intent { next = best.likeness }
            best = comparison
        }
        guard let best, best.likeness >= least, best.likeness - next >= Self.leastDistance,
            !isOpposite(sentence, best), isGrounded(best, needsWords)
        else { return nil }
        return Match(intent: best.sample.intent, likeness: best.likeness, slots: best.parameters(words))
    }

    /// Returns whether a sentence says not to do what a sample asks for: "don't order a pizza". A negation after the
    /// sample's words belongs to free words: "note that i don't like eggs".
    private func isOpposite(_ sentence: Sentence, _ best: Comparison) -> Bool {
        guard !hasNegation(best.sample) else { return false }
        let content = best.matched.values.filter { position in
            let key = sentence.utterance[position].key
            return !functionWords.contains(key) && !WordFamily.carriers.contains(key)
        }
        var places = best.found.values.flatMap(\.values).map(\.range.lowerBound) + content
        places += best.unclear.values.compactMap { $0.min() }
        // "I" and "want" of a sample may precede the negation, but free words may have one of their own.
        if places.isEmpty || best.sample.slots.contains(where: { SlotValueFinder.takesAnything($0.type) }) {
            places += best.matched.values
        }
        return sentence.answer.isOpposed(before: places.min() ?? sentence.utterance.count)
    }

    /// Returns whether a sample itself says what is not wanted.
    private func hasNegation(_ sample: SampleShape) -> Bool {
        sample.words.contains { negations.contains($0.key) }
    }

    /// Returns whether a sentence has a word of the sample, or values that say which intent is meant. A value of a
    /// built-in type, such as a city, does not: many intents have one.
    private func isGrounded(_ best: Comparison, _ needsWords: Bool) -> Bool {
        let content = best.sample.parts.enumerated().filter { _, part in
            if case .word(let key, _) = part {
                !functionWords.contains(key) && !WordFamily.carriers.contains(key)
            } else {
                false
            }
        }
        if content.isEmpty || content.contains(where: { best.matched[$0.offset] != nil }) { return true }
        guard !needsWords else { return false }
        let types = best.sample.slots.filter { best.hasValue($0.name) }.map(\.type)
        return types.count > 1 || types.contains { !$0.hasPrefix("AMAZON.") }
    }

    // MARK: Listed values

    /// Returns the listed values of a sentence for an intent, if they explain all that a pattern has taken for values
    /// that no list has: of "order a latte for my wife" the latte, where the pattern has it as the size.
    /// - Parameters:
    ///   - text: The sentence.
    ///   - intent: The intent.
    ///   - loose: The values of the pattern that no list has.
    ///   - listed: The number of values of the pattern that a list has.
    /// - Returns: The values, and the slots for one value that have none since several are said: "latte or mocha".
    func values(
        in text: String, of intent: String, insteadOf loose: [String: Parameter], listed: Int
    ) -> (values: [String: Parameter], unclear: Set<String>)? {
        let words = Words.normalize(text)
        let own = samples.filter { $0.intent == intent }
        guard 1...Self.maximumWords ~= words.count, !own.isEmpty else { return nil }
        let sentence = Sentence(words, own, finder)
        let best = own.map { compare($0, sentence) }
            .filter { $0.filledCount >= max(1, listed) && standAlone($0, in: sentence) && !isOpposite(sentence, $0) }
            .max { ($0.filledCount, $0.likeness) < ($1.filledCount, $1.likeness) }
        guard let best else { return nil }
        let known = Set(best.taken.map { sentence.utterance[$0].key }).union(functionWords)
            .union(WordFamily.carriers)
        let isComplete = loose.allSatisfy { name, parameter in
            best.found[name] != nil
                || Words.normalize(parameter.words).map(Words.key(of:)).allSatisfy(known.contains)
        }
        guard isComplete else { return nil }
        return (best.parameters(ofFound: words), Set(best.unclear.keys))
    }

    /// Returns whether the values stand alone, without an unknown word beside one: "iced latte" is more than a latte.
    private func standAlone(_ comparison: Comparison, in sentence: Sentence) -> Bool {
        let unknown = comparison.rest.filter { !WordFamily.carriers.contains(sentence.utterance[$0].key) }
        return comparison.found.values.flatMap(\.values).allSatisfy { value in
            !unknown.contains(value.range.lowerBound - 1) && !unknown.contains(value.range.upperBound)
        }
    }

    // MARK: Weights

    private func weight(_ word: (key: String, stem: String)) -> Double {
        if functionWords.contains(word.key) { return 0.1 }
        let base = WordFamily.carriers.contains(word.key) ? 0.35 : 1
        return base / Double(max(1, intents[word.stem] ?? 1)).squareRoot()
    }

    /// Returns the weight of a word that the compared sample lacks.
    private func strangeness(_ word: (key: String, stem: String), inOpenSlot: Bool) -> Double {
        if functionWords.contains(word.key) { return 0.1 }
        if intents[word.stem] != nil { return weight(word) }
        let strange = WordFamily.carriers.contains(word.key) ? 0.15 : 0.7
        return inOpenSlot ? strange * 0.3 : strange
    }

    // MARK: Comparing

    /// A sentence that is compared with samples.
    fileprivate struct Sentence {
        let utterance: [(key: String, stem: String)]
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
            utterance = words.map { word in
                let key = Words.key(of: word)
                return (key: key, stem: WordFamily.stem(key))
            }
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

    private func compare(_ sample: SampleShape, _ sentence: Sentence) -> Comparison {
        let utterance = sentence.utterance
        var comparison = Comparison(sample: sample)
        let takesRejected = hasNegation(sample)
        let values = takesRejected ? sentence.all : sentence.meant
        if !takesRejected { comparison.rejected = sentence.rejected }
        var used: Set<Int> = []
        var (shared, whole) = (0.0, 0.0)
        var hasOpenSlot = false
        for slot in sample.slots {
            if let group = group(for: slot, of: sample, in: sentence, values, used) {
                if group.isUnclear, !slot.takesSeveral {
                    comparison.unclear[slot.name] = group.words
                } else {
                    comparison.found[slot.name] = group
                }
                used.formUnion(group.words)
                (shared, whole) = (shared + 1, whole + 2)
            } else if let refused = sentence.refused[slot.type]?.subtracting(used), !refused.isEmpty {
                comparison.unclear[slot.name] = refused
                used.formUnion(refused)
                (shared, whole) = (shared + 1, whole + 2)
            } else if SlotValueFinder.takesAnything(slot.type) {
                hasOpenSlot = true
                (shared, whole) = (shared + 0.25, whole + 0.75)
            } else {
                whole += 0.8
            }
        }
        var left = sample.parts.enumerated().compactMap { index, part -> (index: Int, key: String, stem: String)? in
            if case .word(let key, let stem) = part { (index, key, stem) } else { nil }
        }
        for word in left { whole += weight((word.key, word.stem)) }
        for position in utterance.indices where !used.contains(position) {
            let word = utterance[position]
            let equal = left.firstIndex { $0.stem == word.stem }
            guard let hit = equal ?? left.firstIndex(where: { WordFamily.areSimilar($0.stem, word.stem) }) else {
                whole += strangeness(word, inOpenSlot: hasOpenSlot)
                if !functionWords.contains(word.key), !comparison.rejected.contains(position) {
                    comparison.rest.insert(position)
                }
                continue
            }
            let part = left.remove(at: hit)
            let weight = weight((part.key, part.stem))
            shared += equal == nil ? 0.8 * weight : weight
            whole += weight
            comparison.matched[part.index] = position
        }
        // Function words alone say nothing.
        if shared >= 0.3, whole > 0 { comparison.likeness = 2 * shared / whole }
        return comparison
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
}
