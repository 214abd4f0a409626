import SaybusStatisticalMatching
import SaybusSupport

/// A division of samples into training and test samples. Pure: the seed determines the division.
struct IntentSplit: Sendable {
    let train: [Sample]
    let test: [Sample]

    /// Returns the folds of a cross-validation. Their test samples are disjoint, with the same share of each intent.
    static func folds(_ samples: [Sample], count: Int, seed: UInt64) -> [IntentSplit] {
        var generator = SplitMix(seed: seed)
        let order = samples.indices.shuffled(using: &generator)
        var counts: [String?: Int] = [:]
        var parts = [Int](repeating: 0, count: samples.count)
        for index in order {
            parts[index] = counts[samples[index].intent, default: 0] % count
            counts[samples[index].intent, default: 0] += 1
        }
        return (0..<count).map { part in
            IntentSplit(
                train: samples.indices.filter { parts[$0] != part }.map { samples[$0] },
                test: samples.indices.filter { parts[$0] == part }.map { samples[$0] })
        }
    }

    /// Returns a random choice of `count` samples of each intent. An intent with fewer samples keeps all of them.
    static func draw(_ samples: [Sample], perIntent count: Int, seed: UInt64) -> [Sample] {
        var generator = SplitMix(seed: seed)
        var counts: [String?: Int] = [:]
        let drawn = samples.indices.shuffled(using: &generator).filter { index in
            counts[samples[index].intent, default: 0] += 1
            return counts[samples[index].intent, default: 0] <= count
        }
        return drawn.sorted().map { samples[$0] }
    }
}
