import Foundation

/// The features that a classifier knows, and their weights.
struct IntentVocabulary: Sendable, Equatable {
    let table: FeatureTable
    /// The inverse document frequency of each feature.
    let rarity: [Float]

    /// Collects the features of samples.
    /// - Parameters:
    ///   - samples: The training samples. Class features that only one sample has are omitted, because there are too
    ///     many of them.
    ///   - limit: The most features; the most frequent ones are kept.
    init(_ samples: [IntentFeatures], limit: Int = .max) {
        var all = FeatureTable()
        var counts: [Int32] = []
        var last: [Int32] = []
        var isClass: [Bool] = []
        func count(_ hashes: [UInt32], _ index: Int, _ areClasses: Bool) {
            for hash in hashes {
                let number = all.insert(hash)
                if number == counts.count {
                    counts.append(0)
                    last.append(-1)
                    isClass.append(areClasses)
                }
                if last[number] != index {
                    counts[number] += 1
                    last[number] = Int32(index)
                }
            }
        }
        for (index, sample) in samples.enumerated() {
            count(sample.words, index, false)
            count(sample.characters, index, false)
            count(sample.classes, index, true)
        }
        var known: [UInt32] = []
        var rarity: [Float] = []
        let least = Self.minimumCount(zip(counts, isClass).filter { $0 > 1 || !$1 }.map(\.0), limit)
        for (number, hash) in all.hashes.enumerated()
        where (counts[number] > 1 || !isClass[number]) && counts[number] >= least {
            known.append(hash)
            rarity.append(Float(log(Double(samples.count + 1) / Double(counts[number] + 1)) + 1))
        }
        table = FeatureTable(known)
        self.rarity = rarity
    }

    /// Returns the number of samples that must have a feature, so that at most `limit` features remain.
    private static func minimumCount(_ counts: [Int32], _ limit: Int) -> Int32 {
        guard counts.count > limit else { return 0 }
        return counts.sorted(by: >)[limit] + 1
    }

    init(table: FeatureTable, rarity: [Float]) { (self.table, self.rarity) = (table, rarity) }

    /// Returns the known features of an utterance. Each group is scaled to length 1, so that long and short
    /// utterances have the same weight.
    func vector(_ sample: IntentFeatures) -> SparseVector {
        var vector = SparseVector()
        let count = sample.words.count + sample.characters.count + sample.classes.count
        vector.features.reserveCapacity(count)
        vector.weights.reserveCapacity(count)
        add(sample.words, to: &vector)
        add(sample.characters, to: &vector)
        add(sample.classes, to: &vector)
        return vector
    }

    private func add(_ hashes: [UInt32], to vector: inout SparseVector) {
        var numbers: [Int32] = []
        numbers.reserveCapacity(hashes.count)
        for hash in hashes { if let number = table.number(of: hash) { numbers.append(Int32(number)) } }
        numbers.sort()
        let first = vector.weights.count
        var squares: Float = 0
        var index = 0
        while index < numbers.count {
            var end = index + 1
            while end < numbers.count, numbers[end] == numbers[index] { end += 1 }
            let count = end - index
            let weight = (count == 1 ? 1 : 1 + Float(log(Double(count)))) * rarity[Int(numbers[index])]
            vector.features.append(numbers[index])
            vector.weights.append(weight)
            squares += weight * weight
            index = end
        }
        guard squares > 0 else { return }
        let scale = 1 / squares.squareRoot()
        for place in first..<vector.weights.count { vector.weights[place] *= scale }
    }
}
