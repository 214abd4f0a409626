/// Counts of the slot values in the samples, and of the words in them.
///
/// In training, a sample's own contribution is subtracted, because otherwise every value would be a known one.
struct Gazetteer: Sendable, Equatable {
    /// The most words of a value.
    static let maximumWords = 8

    struct Count: Sendable, Equatable {
        var slot: Int32
        var count: Int32
    }

    private(set) var values = FeatureTable()
    private(set) var valueCounts: [[Count]] = []
    private(set) var words = FeatureTable()
    private(set) var wordCounts: [[Count]] = []
    /// The number of occurrences of each word, inside and outside of slots.
    private(set) var wordTotals: [Int32] = []

    init() {}

    init(
        values: FeatureTable, valueCounts: [[Count]], words: FeatureTable, wordCounts: [[Count]], wordTotals: [Int32]
    ) {
        (self.values, self.valueCounts) = (values, valueCounts)
        (self.words, self.wordCounts, self.wordTotals) = (words, wordCounts, wordTotals)
    }

    /// Counts a sample's values and words.
    mutating func add(_ hashes: [UInt32], _ slots: [(slot: Int, words: Range<Int>)]) {
        for hash in hashes {
            let number = words.insert(hash)
            if number == wordTotals.count {
                wordTotals.append(0)
                wordCounts.append([])
            }
            wordTotals[number] += 1
        }
        for (slot, range) in slots {
            add(value: hashes[range], of: slot)
            for hash in hashes[range] { Self.count(slot, in: &wordCounts[words.insert(hash)]) }
        }
    }

    /// Counts a value from another source than samples, such as a catalog.
    mutating func add(value: ArraySlice<UInt32>, of slot: Int) {
        guard value.count <= Self.maximumWords, !value.isEmpty else { return }
        let number = values.insert(Self.hash(value))
        if number == valueCounts.count { valueCounts.append([]) }
        Self.count(slot, in: &valueCounts[number])
    }

    private static func count(_ slot: Int, in counts: inout [Count]) {
        if let index = counts.firstIndex(where: { $0.slot == slot }) {
            counts[index].count += 1
        } else {
            counts.append(Count(slot: Int32(slot), count: 1))
        }
    }

    private static func hash(_ words: ArraySlice<UInt32>) -> UInt32 {
        var hash = FeatureHash(40)
        for word in words { hash.mix(UInt64(word)) }
        return hash.value
    }

    /// Returns the features of each word: its place in a known value, and its frequency in each slot.
    /// - Parameter own: The slots that the utterance itself contributed to the counts.
    func features(_ hashes: [UInt32], own: [(slot: Int, words: Range<Int>)] = [], isOwn: Bool = false) -> [[UInt32]] {
        var features = [[UInt32]](repeating: [], count: hashes.count)
        addValues(hashes, own, to: &features)
        addWords(hashes, own, isOwn, to: &features)
        return features
    }

    private func addValues(
        _ hashes: [UInt32], _ own: [(slot: Int, words: Range<Int>)], to features: inout [[UInt32]]
    ) {
        // The end of the last value of each slot. From left to right, the longest value at each word counts.
        var reached: [Int32: Int] = [:]
        for start in hashes.indices {
            var found: [(slot: Int32, end: Int)] = []
            var hash = FeatureHash(40)
            for end in start + 1...min(hashes.count, start + Self.maximumWords) where end > start {
                hash.mix(UInt64(hashes[end - 1]))
                guard let number = values.number(of: hash.value) else { continue }
                for known in valueCounts[number] {
                    var count = known.count
                    for slot in own
                    where slot.slot == Int(known.slot) && hashes[slot.words].elementsEqual(hashes[start..<end]) {
                        count -= 1
                    }
                    guard count > 0 else { continue }
                    if let index = found.firstIndex(where: { $0.slot == known.slot }) {
                        found[index].end = end
                    } else {
                        found.append((known.slot, end))
                    }
                }
            }
            for (slot, end) in found where reached[slot, default: 0] <= start {
                reached[slot] = end
                for index in start..<end {
                    let place: UInt64 =
                        end - start == 1 ? 0 : index == start ? 1 : index == end - 1 ? 3 : 2
                    var hash = FeatureHash(41)
                    hash.mix(UInt64(slot) << 8 | place)
                    features[index].append(hash.value)
                }
            }
        }
    }

    private func addWords(
        _ hashes: [UInt32], _ own: [(slot: Int, words: Range<Int>)], _ isOwn: Bool, to features: inout [[UInt32]]
    ) {
        for (index, word) in hashes.enumerated() {
            guard let number = words.number(of: word) else {
                features[index].append(Self.unseen)
                continue
            }
            let total = Int(wordTotals[number]) - (isOwn ? hashes.count { $0 == word } : 0)
            guard total > 0 else {
                features[index].append(Self.unseen)
                continue
            }
            for known in wordCounts[number] {
                var count = Int(known.count)
                for slot in own where slot.slot == Int(known.slot) {
                    count -= hashes[slot.words].count { $0 == word }
                }
                guard count > 0 else { continue }
                let share = count * 10 / total
                var hash = FeatureHash(42)
                hash.mix(
                    UInt64(known.slot) << 8
                        | UInt64(share >= 9 ? 4 : share >= 6 ? 3 : share >= 3 ? 2 : share >= 1 ? 1 : 0))
                features[index].append(hash.value)
            }
        }
    }

    private static let unseen = FeatureHash(43).value
}
