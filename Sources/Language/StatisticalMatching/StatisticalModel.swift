/// A model, trained from samples, of the intents and slots of utterances.
///
/// Intents are classified by linear support vector machines, slots are tagged by a conditional random field.
/// The same samples and the same seed give the same model.
public struct StatisticalModel: Sendable, Equatable {
    /// The most hypotheses for an utterance.
    static let maximumReadings = 10
    /// The least confidence of a hypothesis besides the best one.
    static let minimumConfidence = 0.05

    /// The intents, sorted.
    public let intents: [String]
    /// The names of the slots, sorted.
    public var slots: [String] { labels.slots }

    let classifier: IntentClassifier
    let labels: SlotLabels
    let gazetteer: Gazetteer
    let tagger: SlotTagger

    init(
        intents: [String], classifier: IntentClassifier, labels: SlotLabels, gazetteer: Gazetteer, tagger: SlotTagger
    ) {
        (self.intents, self.classifier) = (intents, classifier)
        (self.labels, self.gazetteer, self.tagger) = (labels, gazetteer, tagger)
    }

    /// Trains a model on one core, in about a second for some thousand samples.
    /// - Parameters:
    ///   - samples: The samples.
    ///   - values: Further values of slots, by the slot's name.
    ///   - seed: The seed of all random choices.
    /// - Throws: ``SampleError`` with code `empty` when no sample has an intent.
    public init(
        _ samples: [Sample], values: [String: [String]] = [:], seed: UInt64 = 1
    ) throws(SampleError) {
        let names = Set(samples.compactMap(\.intent)).sorted()
        guard !names.isEmpty else {
            throw SampleError(.empty, at: "samples", "none of the \(samples.count) samples has an intent")
        }
        let numbers = Dictionary(uniqueKeysWithValues: names.enumerated().map { ($1, $0) })
        let sequences = samples.map { WordSequence($0.text) }
        let classifier = IntentClassifier(
            sequences, samples.map { $0.intent.flatMap { numbers[$0] } }, classes: names.count, seed: seed)
        let slots = Set(samples.flatMap { $0.slots.map(\.name) }).sorted()
        let learner = SlotLearner(slots: slots, intents: numbers, values: values)
        let (gazetteer, tagger) = learner.learn(samples, sequences, seed: seed)
        self.init(
            intents: names, classifier: classifier, labels: learner.labels, gazetteer: gazetteer, tagger: tagger)
    }

    /// Returns the hypotheses on a text, best first; none when none is likely, or the text has more than 256
    /// words.
    public func recognize(_ text: String) -> [Reading] {
        let readings = ranked(text, count: Self.maximumReadings)
        return readings.first.map { $0.confidence >= 0.5 } == true ? readings : []
    }

    /// Returns whether a sample had a word. Of very many intents, a model has forgotten the rarest words.
    public func knows(_ word: String) -> Bool {
        // Each word is followed by its pair with the one before it.
        let features = IntentFeatures(WordSequence(word)).words
        let words = stride(from: 0, to: features.count - 1, by: 2).map { features[$0] }
        return !words.isEmpty && words.allSatisfy { classifier.vocabulary.table.number(of: $0) != nil }
    }

    /// Returns the best hypotheses on a text, whether likely or not.
    func ranked(_ text: String, count: Int) -> [Reading] {
        let sequence = WordSequence(text)
        guard !sequence.isCut, sequence.words.contains(where: { $0.kind != .sign }) else { return [] }
        let scores = classifier.scores(sequence)
        let ranked = scores.indices.sorted { (scores[$1], $0) < (scores[$0], $1) }
        var features: SlotFeatures?
        var readings: [Reading] = []
        for intent in ranked.prefix(count) {
            let confidence = classifier.confidence(scores[intent])
            guard readings.isEmpty || confidence >= Self.minimumConfidence else { break }
            var slots: [Sample.Slot] = []
            if tagger.rows.labels[intent].count > 1 {
                let hashes = SlotFeatures.hashes(sequence)
                let known = features ?? SlotFeatures(sequence, hashes, known: gazetteer.features(hashes))
                features = known
                slots = self.slots(tagger.labels(known, intent: intent), sequence)
            }
            readings.append(Reading(intent: intents[intent], confidence: confidence, slots: slots))
        }
        return readings
    }

    private func slots(_ found: [Int], _ sequence: WordSequence) -> [Sample.Slot] {
        SlotLabels.slots(found).map { slot, words in
            let (first, last) = (sequence.words[words.lowerBound], sequence.words[words.upperBound - 1])
            return Sample.Slot(
                name: labels.slots[slot], range: first.scalars.lowerBound..<last.scalars.upperBound)
        }
    }
}
