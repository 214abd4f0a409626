import SaybusSupport

/// A trainer of a linear-chain conditional random field by stochastic gradient descent (AdaGrad), with
/// averaged weights.
struct SlotTrainer {
    /// The number of passes over the samples.
    var rounds = 20
    /// The number of final passes whose weights are averaged.
    var averagedRounds = 10
    /// The learning rate of AdaGrad.
    var rate: Float = 0.04
    /// The initial sum of squared gradients. The larger it is, the less a feature learns from its first samples.
    var caution: Float = 0.5
    /// The probability that a word's identity features are omitted, so that the tagger also learns from the
    /// context.
    var dropout: Float = 0.2

    /// A training sample.
    struct Example {
        let intent: Int
        /// The label of each word, as an index in the labels of the intent.
        let labels: [Int]
        let features: SlotFeatures
    }

    private struct State {
        var rows: SlotRows
        var weights: [Float]
        var squares: [Float]
        var transitions: [[Float]]
        var transitionSquares: [[Float]]
        let masks: [[Float]]
    }

    /// The weight rows of the examples' words.
    private struct Rows {
        var numbers: [Int32] = []
        /// The beginning of each word's rows, and of its context rows; the end of the last word.
        var starts: [Int32] = []
        var contextStarts: [Int32] = []
        /// The index of each example's first word.
        var examples: [Int] = []
    }

    /// Trains a tagger.
    /// - Parameter labels: The labels of each intent, outside first.
    func train(_ examples: [Example], labelCount: Int, labels: [[Int]], seed: UInt64) -> SlotTagger {
        var numbered = SlotRows(labelCount: labelCount, labels: labels)
        for example in examples {
            for features in example.features.words {
                for feature in features { numbered.insert(feature, of: example.intent) }
            }
        }
        let rows = rows(of: examples, &numbered)
        numbered.layOut()
        let size = Int(numbered.offsets.last ?? 0)
        let masks = labels.map(LabelChain.mask)
        var state = State(
            rows: numbered, weights: [Float](repeating: 0, count: size),
            squares: [Float](repeating: caution, count: size),
            transitions: masks.map { [Float](repeating: 0, count: $0.count) },
            transitionSquares: masks.map { [Float](repeating: caution, count: $0.count) }, masks: masks)
        var sum = [Float](repeating: 0, count: size)
        var transitionSum = state.transitions
        var order = Array(examples.indices)
        var generator = SplitMix(seed: seed)
        for round in 0..<rounds {
            order.shuffle(using: &generator)
            for index in order { step(examples[index], rows, rows.examples[index], &state, &generator) }
            guard round >= rounds - averagedRounds else { continue }
            for place in sum.indices { sum[place] += state.weights[place] }
            for intent in transitionSum.indices {
                for place in transitionSum[intent].indices {
                    transitionSum[intent][place] += state.transitions[intent][place]
                }
            }
        }
        let scale = 1 / Float(max(1, min(rounds, averagedRounds)))
        for place in sum.indices { sum[place] *= scale }
        return SlotTagger(
            rows: state.rows, weights: sum, transitions: transitionSum.map { $0.map { $0 * scale } })
    }

    private func rows(of examples: [Example], _ numbered: inout SlotRows) -> Rows {
        var rows = Rows()
        for example in examples {
            rows.examples.append(rows.starts.count)
            for (features, identityCount) in zip(example.features.words, example.features.identityCount) {
                rows.starts.append(Int32(rows.numbers.count))
                for (index, feature) in features.enumerated() {
                    if index == identityCount { rows.contextStarts.append(Int32(rows.numbers.count)) }
                    let (row, addition) = numbered.rows(feature, of: example.intent)
                    rows.numbers.append(row)
                    if let addition { rows.numbers.append(addition) }
                }
            }
        }
        rows.starts.append(Int32(rows.numbers.count))
        return rows
    }

    private func step(
        _ example: Example, _ rows: Rows, _ first: Int, _ state: inout State, _ generator: inout SplitMix
    ) {
        let labels = state.rows.labels[example.intent]
        let (width, count) = (labels.count, example.labels.count)
        guard count > 0, width > 1 else { return }
        let ranges = (first..<first + count).map { word in
            let leavesOut = Float(generator.next() >> 40) / Float(1 << 24) < dropout
            return Int(leavesOut ? rows.contextStarts[word] : rows.starts[word])..<Int(rows.starts[word + 1])
        }
        var scores = [Float](repeating: 0, count: count * width)
        state.rows.offsets.withUnsafeBufferPointer { offsets in
            state.weights.withUnsafeBufferPointer { weights in
                for word in 0..<count {
                    for place in ranges[word] {
                        let row = Int(rows.numbers[place])
                        let (start, end) = (Int(offsets[row]), Int(offsets[row + 1]))
                        add(weights, from: start, isOwn: end - start == width, labels, to: &scores, at: word * width)
                    }
                }
            }
        }
        let chain = LabelChain(
            width: width, transitions: state.transitions[example.intent], mask: state.masks[example.intent])
        let (slopes, stepSlopes) = chain.gradient(scores, right: example.labels)
        for place in stepSlopes.indices {
            descend(
                stepSlopes[place], &state.transitions[example.intent][place],
                &state.transitionSquares[example.intent][place])
        }
        let offsets = state.rows.offsets
        state.weights.withUnsafeMutableBufferPointer { weights in
            state.squares.withUnsafeMutableBufferPointer { squares in
                for word in 0..<count {
                    let own = slopes[word * width..<(word + 1) * width]
                    // The gradient is negligible for a word whose label is already certain.
                    guard own.contains(where: { abs($0) > 1e-3 }) else { continue }
                    own.withUnsafeBufferPointer { own in
                        for place in ranges[word] {
                            let row = Int(rows.numbers[place])
                            let (start, end) = (Int(offsets[row]), Int(offsets[row + 1]))
                            descend(own, weights, squares, from: start, isOwn: end - start == width, labels)
                        }
                    }
                }
            }
        }
    }

    /// Adds a row's weights to the scores of a word's labels.
    /// - Parameter isOwn: Whether the row has weights for the labels of the example's intent only, not for all labels.
    @inline(__always) private func add(
        _ weights: UnsafeBufferPointer<Float>, from start: Int, isOwn: Bool, _ labels: [Int],
        to scores: inout [Float], at first: Int
    ) {
        if isOwn {
            for label in labels.indices { scores[first + label] += weights[start + label] }
        } else {
            for label in labels.indices { scores[first + label] += weights[start + labels[label]] }
        }
    }

    /// Changes a row's weights by the slopes of a word's labels.
    @inline(__always) private func descend(
        _ slopes: UnsafeBufferPointer<Float>, _ weights: UnsafeMutableBufferPointer<Float>,
        _ squares: UnsafeMutableBufferPointer<Float>, from start: Int, isOwn: Bool, _ labels: [Int]
    ) {
        if isOwn {
            for label in labels.indices { descend(slopes[label], &weights[start + label], &squares[start + label]) }
        } else {
            for label in labels.indices {
                let column = start + labels[label]
                descend(slopes[label], &weights[column], &squares[column])
            }
        }
    }

    @inline(__always) private func descend(_ slope: Float, _ weight: inout Float, _ squares: inout Float) {
        squares += slope * slope
        weight -= rate * slope / squares.squareRoot()
    }
}
