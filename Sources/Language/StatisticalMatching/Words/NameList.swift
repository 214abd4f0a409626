/// Names of one or several words, by kind: where they are in an utterance is a feature of its words.
struct NameList: Sendable {
    /// The most words of a name.
    static let maximumWords = 6

    private var kinds: [UInt32: UInt64] = [:]

    /// Reads names: those of a kind with semicolons between, kinds with empty lines. A name may be of several kinds.
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

    /// The features of each word: in which kinds of names it is, and where in the name; the longest name from the left counts.
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
