/// Names of one or more words, by kind. The presence of a name in an utterance is a feature of its words.
struct NameList: Sendable {
    /// The most words of a name.
    static let maximumWords = 6

    private var kinds: [UInt32: UInt64] = [:]

    /// Reads names, separated by semicolons; empty lines separate the kinds. A name may be of several kinds.
    init(_ text: String) {
        for (kind, names) in text.split(separator: "\n\n").enumerated() {
            for name in names.split(separator: ";") {
                let hashes = SlotFeatures.hashes(WordSequence(String(name)))
                guard 1...Self.maximumWords ~= hashes.count else { continue }
                var hash = FeatureHash(44)
                for word in hashes { hash.mix(UInt64(word)) }
                kinds[hash.value, default: 0] |= 1 << UInt64(kind)
            }
        }
    }

    /// Returns the features of each word: the kinds of the name of which it is a part, and its place in the name. From
    /// left to right, the longest name at each word counts.
    func features(_ hashes: [UInt32]) -> [[UInt32]] {
        var features = [[UInt32]](repeating: [], count: hashes.count)
        var start = 0
        while start < hashes.count {
            var found: (kinds: UInt64, end: Int)?
            var hash = FeatureHash(44)
            for end in start + 1...max(start + 1, min(hashes.count, start + Self.maximumWords)) {
                hash.mix(UInt64(hashes[end - 1]))
                if let kinds = kinds[hash.value] { found = (kinds, end) }
            }
            guard let (kinds, end) = found else {
                start += 1
                continue
            }
            for index in start..<end {
                let place: UInt64 = end - start == 1 ? 0 : index == start ? 1 : index == end - 1 ? 3 : 2
                var feature = FeatureHash(45)
                feature.mix(kinds << 8 | place)
                features[index].append(feature.value)
            }
            start = end
        }
        return features
    }
}
