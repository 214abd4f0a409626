/// A trainer of the known values and the slot tagger.
struct SlotLearner {
    let labels: SlotLabels
    private let intents: [String: Int]
    private let values: [String: [String]]

    /// Creates a trainer.
    /// - Parameters:
    ///   - intents: The number of each intent.
    ///   - values: Further values, by slot.
    init(slots: [String], intents: [String: Int], values: [String: [String]]) {
        (labels, self.intents, self.values) = (SlotLabels(slots: slots), intents, values)
    }

    func learn(_ samples: [Sample], _ sequences: [WordSequence], seed: UInt64) -> (Gazetteer, SlotTagger) {
        let hashes = sequences.map(SlotFeatures.hashes)
        let right = zip(samples, sequences).map { labels.labels(of: $0, $1) }
        let intentLabels = intentLabels(samples, right)
        var gazetteer = Gazetteer()
        for index in samples.indices { gazetteer.add(hashes[index], SlotLabels.slots(right[index])) }
        for (name, values) in values.sorted(by: { $0.key < $1.key }) {
            guard let slot = labels.slot(name) else { continue }
            for value in values { gazetteer.add(value: SlotFeatures.hashes(WordSequence(value))[...], of: slot) }
        }
        let examples: [SlotTrainer.Example] = samples.indices.compactMap { index in
            // An intent without slots needs no training.
            guard let intent = samples[index].intent.flatMap({ intents[$0] }), intentLabels[intent].count > 1
            else { return nil }
            let own = SlotLabels.slots(right[index])
            let known = gazetteer.features(hashes[index], own: own, isOwn: true)
            return SlotTrainer.Example(
                intent: intent, labels: right[index].map { intentLabels[intent].firstIndex(of: $0) ?? 0 },
                features: SlotFeatures(sequences[index], hashes[index], known: known))
        }
        let tagger = SlotTrainer().train(examples, labelCount: labels.count, labels: intentLabels, seed: seed)
        return (gazetteer, tagger)
    }

    /// Returns the possible labels of each intent, outside first.
    private func intentLabels(_ samples: [Sample], _ right: [[Int]]) -> [[Int]] {
        var slots = [Set<Int>](repeating: [], count: intents.count)
        for (sample, labels) in zip(samples, right) {
            guard let intent = sample.intent.flatMap({ intents[$0] }) else { continue }
            for label in labels where label != SlotLabels.outside { slots[intent].insert(SlotLabels.slot(of: label)) }
        }
        return slots.map { slots in
            [SlotLabels.outside] + slots.sorted().flatMap { [SlotLabels.first(of: $0), SlotLabels.further(of: $0)] }
        }
    }
}
