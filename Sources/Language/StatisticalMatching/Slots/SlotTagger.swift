/// A tagger of the words of an utterance with the slots of an intent (Viterbi algorithm).
struct SlotTagger: Sendable, Equatable {
    let rows: SlotRows
    let weights: QuantizedRows
    /// The scores of transitions for each intent: to a label from a previous one, then to a first label.
    let transitions: [[Float]]
    private let masks: [[Float]]
    /// The index of each label in the labels of each intent; -1 for other labels.
    private let columns: [[Int32]]

    init(rows: SlotRows, weights: [Float], transitions: [[Float]]) {
        self.init(rows: rows, weights: QuantizedRows(weights, offsets: rows.offsets), transitions: transitions)
    }

    init(rows: SlotRows, weights: QuantizedRows, transitions: [[Float]]) {
        (self.rows, self.weights, self.transitions) = (rows, weights, transitions)
        masks = rows.labels.map(LabelChain.mask)
        columns = rows.labels.map { labels in
            var columns = [Int32](repeating: -1, count: rows.labelCount)
            for (column, label) in labels.enumerated() { columns[label] = Int32(column) }
            return columns
        }
    }

    /// Returns the best sequence of labels.
    func labels(_ features: SlotFeatures, intent: Int) -> [Int] {
        let labels = rows.labels[intent]
        let (width, count) = (labels.count, features.words.count)
        guard count > 0, width > 1 else { return [Int](repeating: SlotLabels.outside, count: count) }
        let scores = scores(features, intent)
        let (transitions, mask) = (transitions[intent], masks[intent])
        var best = [Float](repeating: -.infinity, count: count * width)
        var previous = [Int](repeating: 0, count: count * width)
        for label in 0..<width where mask[width * width + label] > 0 {
            best[label] = transitions[width * width + label] + scores[label]
        }
        for word in 1..<max(1, count) {
            for label in 0..<width {
                var (highest, from) = (-Float.infinity, 0)
                for before in 0..<width where mask[label * width + before] > 0 {
                    let value = best[(word - 1) * width + before] + transitions[label * width + before]
                    if value > highest { (highest, from) = (value, before) }
                }
                best[word * width + label] = highest + scores[word * width + label]
                previous[word * width + label] = from
            }
        }
        var result = [Int](repeating: 0, count: count)
        let last = (count - 1) * width
        var label = (0..<width).max { best[last + $0] < best[last + $1] } ?? 0
        for word in (0..<count).reversed() {
            result[word] = labels[label]
            label = previous[word * width + label]
        }
        return result
    }

    private func scores(_ features: SlotFeatures, _ intent: Int) -> [Float] {
        let labels = rows.labels[intent]
        let width = labels.count
        var scores = [Float](repeating: 0, count: features.words.count * width)
        weights.values.withUnsafeBufferPointer { values in
            scores.withUnsafeMutableBufferPointer { scores in
                for (word, features) in features.words.enumerated() {
                    let place = word * width
                    for feature in features {
                        guard let row = rows.features.number(of: feature) else { continue }
                        let start = Int(rows.offsets[row])
                        let scale = weights.scales[row]
                        let owner = rows.owners[row]
                        if owner == intent {
                            for label in 0..<width { scores[place + label] += scale * Float(values[start + label]) }
                            continue
                        }
                        guard owner == SlotRows.allIntents else {
                            let columns = columns[Int(owner)]
                            for label in 0..<width {
                                let column = columns[labels[label]]
                                if column >= 0 { scores[place + label] += scale * Float(values[start + Int(column)]) }
                            }
                            continue
                        }
                        for label in 0..<width { scores[place + label] += scale * Float(values[start + labels[label]]) }
                        guard let addition = rows.addition(feature, of: intent) else { continue }
                        let own = Int(rows.offsets[addition])
                        let ownScale = weights.scales[addition]
                        for label in 0..<width { scores[place + label] += ownScale * Float(values[own + label]) }
                    }
                }
            }
        }
        return scores
    }
}
