import SaybusPhrases
import SaybusStatisticalMatching
import SaybusSupport

/// A division of samples into training and test samples. Pure: the seed determines the division.
struct IntentSplit: Sendable {
    let train: [Sample]
    let test: [Sample]

    /// The number of test samples whose words a training sample has as well.
    var repeatedCount: Int {
        let known = Set(train.map(Self.words))
        return test.count { known.contains(Self.words($0)) }
    }

    /// Returns the words of a sample; its text where the text has no words.
    private static func words(_ sample: Sample) -> [String] {
        let words = Words.normalize(sample.text)
        return words.isEmpty ? [sample.text] : words
    }

    /// Returns the folds of a cross-validation. Their test samples are disjoint, with the same share of each intent and
    /// of all samples as far as possible. Samples of the same words are in one fold, so that none is tested that has
    /// been learnt. There are fewer folds where there are not so many samples of other words.
    static func folds(_ samples: [Sample], count: Int, seed: UInt64) -> [IntentSplit] {
        var generator = SplitMix(seed: seed)
        var groups: [[Int]] = []
        var places: [[String]: Int] = [:]
        for index in samples.indices.shuffled(using: &generator) {
            let words = Self.words(samples[index])
            if let place = places[words] {
                groups[place].append(index)
            } else {
                places[words] = groups.count
                groups.append([index])
            }
        }
        var counts: [String?: [Int]] = [:]
        var parts = [Int](repeating: 0, count: samples.count)
        let none = [Int](repeating: 0, count: count)
        var sizes = none
        // One intent after the other, so that what is left over of each fills the smallest parts.
        let ordered = groups.enumerated().sorted { one, other in
            let (first, second) = (samples[one.element[0]].intent ?? "", samples[other.element[0]].intent ?? "")
            return (first, one.offset) < (second, other.offset)
        }
        for (_, group) in ordered {
            let taken = counts[samples[group[0]].intent, default: none]
            let part = taken.indices.min { (taken[$0], sizes[$0]) < (taken[$1], sizes[$1]) } ?? 0
            for index in group {
                parts[index] = part
                counts[samples[index].intent, default: none][part] += 1
                sizes[part] += 1
            }
        }
        return sizes.indices.filter { sizes[$0] > 0 }.map { part in
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
