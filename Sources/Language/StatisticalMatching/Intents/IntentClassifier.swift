import SaybusSupport

/// A classifier that scores the intents of an utterance.
struct IntentClassifier: Sendable, Equatable {
    /// The number of folds for cross-validation, which shows the scores of unseen samples.
    static let parts = 5
    /// The most weights: 256 MiB during training. With many intents, rare features are omitted.
    static let maximumWeights = 64 << 20

    /// The number of intents. An utterance out of scope has none of them.
    let classes: Int
    let vocabulary: IntentVocabulary
    /// A row of weights for each feature; the last row is the bias.
    let weights: QuantizedRows
    let confidence: ConfidenceCalibration

    init(classes: Int, vocabulary: IntentVocabulary, weights: QuantizedRows, confidence: ConfidenceCalibration) {
        (self.classes, self.vocabulary, self.weights, self.confidence) = (classes, vocabulary, weights, confidence)
    }

    /// Trains a classifier.
    /// - Parameter labels: The intent of each sample; nil means out of scope.
    init(_ sequences: [WordSequence], _ labels: [Int?], classes: Int, seed: UInt64) {
        let features = sequences.map { IntentFeatures($0) }
        let vocabulary = IntentVocabulary(features, limit: Self.maximumWeights / max(1, classes))
        let vectors = features.map(vocabulary.vector)
        let count = vocabulary.table.count
        let trainer = IntentTrainer()
        var trialTrainer = trainer
        trialTrainer.maximumRounds = 8
        let parts = Self.parts(labels, classes: classes, seed: seed)
        var trials: [ConfidenceCalibration.Trial] = []
        for part in 0..<Self.parts where labels.count > Self.parts {
            let weights = trialTrainer.train(
                vectors, labels, classes: classes, features: count, seed: seed, without: { parts[$0] == part })
            for index in vectors.indices where parts[index] == part {
                let scores = Self.scores(vectors[index], weights, classes)
                guard let best = scores.indices.max(by: { scores[$0] < scores[$1] }) else { continue }
                trials.append(
                    ConfidenceCalibration.Trial(
                        score: scores[best], isRight: best == labels[index], isInScope: labels[index] != nil))
            }
        }
        let weights = trainer.train(vectors, labels, classes: classes, features: count, seed: seed)
        let offsets = (0...count + 1).map { Int32($0 * classes) }
        self.init(
            classes: classes, vocabulary: vocabulary, weights: QuantizedRows(weights, offsets: offsets),
            confidence: ConfidenceCalibration(trials))
    }

    /// Returns the score of each intent: 1 means surely this intent, -1 surely another one.
    func scores(_ sequence: WordSequence) -> [Float] {
        let vector = vocabulary.vector(IntentFeatures(sequence))
        var scores = [Float](repeating: 0, count: classes)
        let classes = classes
        weights.values.withUnsafeBufferPointer { values in
            scores.withUnsafeMutableBufferPointer { scores in
                func add(_ row: Int, _ weight: Float) {
                    let scale = weight * weights.scales[row]
                    let start = row * classes
                    for label in 0..<classes { scores[label] += scale * Float(values[start + label]) }
                }
                add(vocabulary.table.count, 1)
                for (feature, weight) in zip(vector.features, vector.weights) { add(Int(feature), weight) }
            }
        }
        return scores
    }

    private static func scores(_ vector: SparseVector, _ weights: [Float], _ classes: Int) -> [Float] {
        var scores = Array(weights.suffix(classes))
        for (feature, weight) in zip(vector.features, vector.weights) {
            let row = Int(feature) * classes
            for label in 0..<classes { scores[label] += weight * weights[row + label] }
        }
        return scores
    }

    /// Returns the fold of each sample. Each intent is spread evenly over the folds.
    private static func parts(_ labels: [Int?], classes: Int, seed: UInt64) -> [Int] {
        var generator = SplitMix(seed: seed)
        var order = Array(labels.indices)
        order.shuffle(using: &generator)
        var counts = [Int](repeating: 0, count: classes + 1)
        var parts = [Int](repeating: 0, count: labels.count)
        for index in order {
            let label = labels[index] ?? classes
            // Each intent begins with another fold; otherwise the first fold would get all intents with a
            // single sample.
            parts[index] = (counts[label] + label) % Self.parts
            counts[label] += 1
        }
        return parts
    }
}
