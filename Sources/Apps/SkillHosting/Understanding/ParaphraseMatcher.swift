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
    static let minimumDistance = 0.05
    /// The most words of a sentence that is compared.
    static let maximumWords = SlotValueFinder.maximumWords
    /// The most words of a value that no list has, in a slot that is not for free words.
    static let maximumOpenWords = 3

    private let samples: [SampleShape]
    /// The number of intents whose samples have a stem.
    let intents: [String: Int]
    /// The finder of the values of slots.
    private(set) var finder: SlotValueFinder
    /// The detector of codes that are read in part only.
    let codes: SpelledCodes
    let functionWords: Set<String>
    /// The words of samples that say what is not wanted: "a pizza without {topping}".
    private let negations: Set<String>
    let grouping = ValueGrouping()
    let times = TimeParser()
    let numberWords: Set<String>
    /// Words that sound like digits: "to", "for".
    let soundAlikes: Set<String>

    /// Creates a matcher for the samples of a model.
    init(
        _ samples: [SampleShape], finder: SlotValueFinder, codes: SpelledCodes,
        functionWords: Set<String> = Language.inUse.functionWords
    ) {
        var seen: Set<SampleShape> = []
        self.samples = samples.filter { $0.bareSlot == nil && seen.insert($0).inserted }
        (self.finder, self.codes, self.functionWords) = (finder, codes, functionWords)
        (numberWords, soundAlikes) = (Language.inUse.numbers.words, Set(Language.inUse.soundAlikes.keys))
        let words = Language.inUse.questionWords
        negations = words.opposingWords.union((words.negations + words.disagreeing).map(Words.key(of:)))
        var intents: [String: Set<String>] = [:]
        for sample in self.samples {
            for word in sample.words { intents[word.stem, default: []].insert(sample.intent) }
        }
        self.intents = intents.mapValues(\.count)
    }

    /// Returns a matcher that finds the values of slots with another finder.
    func using(_ finder: SlotValueFinder) -> ParaphraseMatcher {
        var matcher = self
        matcher.finder = finder
        return matcher
    }

    /// Returns the intent whose sample is most like a sentence; nil when none is alike enough, or two are equally
    /// alike.
    /// - Parameter needsWords: Whether a value alone, without a word of the sample, means nothing: it may be the answer
    ///   to a question.
    func match(_ text: String, least: Double, needsWords: Bool = false) -> Match? {
        let tokens = Words.tokenize(text)
        let words = tokens.map(\.text)
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
        guard let best, best.likeness >= least, best.likeness - next >= Self.minimumDistance,
            !isOpposite(sentence, best), !isTakenBack(sentence, best), isGrounded(best, needsWords),
            !losesTime(of: best, tokens)
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

    /// Returns whether words, in the form in which they are compared, say what is not wanted.
    func hasNegation(_ keys: [String]) -> Bool { keys.contains { negations.contains($0) } }

    /// Returns whether a sample itself says what is not wanted.
    func hasNegation(_ sample: SampleShape) -> Bool {
        hasNegation(sample.words.map { $0.key })
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
        // "What is {city} like" has function words only: a city alone may be the answer to a question nevertheless.
        if content.isEmpty { return !needsWords || best.sample.words.isEmpty || !best.matched.isEmpty }
        if content.contains(where: { best.matched[$0.offset] != nil }) { return true }
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
}
