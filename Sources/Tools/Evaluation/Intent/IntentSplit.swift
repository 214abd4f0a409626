import SaybusStatisticalMatching
import SaybusSupport

/// A division of samples into training and test. Pure; a seed determines it.
struct IntentSplit: Sendable {
    let train: [Sample]
    let test: [Sample]

    /// Returns the folds of a cross-validation. The test parts are disjoint and have the same share of each intent.
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

    /// Returns a random choice of so many samples of each intent; all of an intent that has fewer.
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
