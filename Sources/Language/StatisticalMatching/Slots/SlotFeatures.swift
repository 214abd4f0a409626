/// The features from which the label of each word is predicted: the word, its neighbours, its shape, and
/// known values.
struct SlotFeatures {
    /// The hashes of the features of each word.
    private(set) var words: [[UInt32]] = []
    /// The number of features at the beginning of each word's list that depend on the identity of the word.
    private(set) var identityCount: [Int] = []

    /// Returns the hash of each word of an utterance.
    static func hashes(_ sequence: WordSequence) -> [UInt32] {
        sequence.bytes.withUnsafeBufferPointer { bytes in
            sequence.words.map { word in
                var hash = FeatureHash(10)
                for byte in word.bytes { hash.mix(bytes[byte]) }
                return hash.value
            }
        }
    }

    init(_ sequence: WordSequence, _ hashes: [UInt32], known: [[UInt32]], _ lexicon: WordLexicon = .english) {
        let count = hashes.count
        func word(_ index: Int) -> UInt64 { index < 0 ? 1 : index >= count ? 2 : UInt64(hashes[index]) }
        let shapes = sequence.words.map { Self.shape($0, sequence.bytes) }
        let classes = sequence.words.map { lexicon.classes(of: sequence.bytes[$0.bytes], $0.kind) }
        let names = lexicon.names.features(hashes)
        let known = zip(known, names).map { $0 + $1 }
        func shape(_ index: Int) -> UInt64 { shapes.indices.contains(index) ? shapes[index] : 0 }
        func at(_ index: Int) -> WordLexicon.Classes { classes.indices.contains(index) ? classes[index] : .edge }
        func wordClass(_ index: Int) -> UInt64 { UInt64(at(index).function) }
        words.reserveCapacity(count)
        for index in 0..<count {
            var features: [UInt32] = []
            features.reserveCapacity(64)
            // The kind is any number that no other feature has: see ``FeatureHash/init(_:)``.
            func add(_ kind: UInt64, _ first: UInt64, _ second: UInt64 = 0) {
                var hash = FeatureHash(kind)
                hash.mix(first)
                hash.mix(second)
                features.append(hash.value)
            }
            add(11, word(index))
            add(12, word(index - 1), word(index))
            add(13, word(index), word(index + 1))
            addAffixes(sequence.words[index], sequence.bytes, to: &features)
            identityCount.append(features.count)
            add(14, word(index - 1))
            add(15, word(index + 1))
            add(16, word(index - 2))
            add(17, word(index + 2))
            add(18, word(index - 2), word(index - 1))
            add(19, word(index + 1), word(index + 2))
            add(20, shape(index))
            add(21, shape(index - 1))
            add(22, shape(index + 1))
            add(23, wordClass(index))
            add(24, wordClass(index - 1))
            add(25, wordClass(index + 1))
            add(26, wordClass(index - 1), wordClass(index))
            add(27, wordClass(index), wordClass(index + 1))
            add(28, wordClass(index - 2), wordClass(index - 1))
            add(33, wordClass(index + 1), wordClass(index + 2))
            add(29, 0)
            let (before, own, after) = (at(index - 1), at(index), at(index + 1))
            add(70, UInt64(own.coarse))
            add(71, UInt64(own.middle))
            add(72, UInt64(own.fine))
            add(73, UInt64(before.middle))
            add(74, UInt64(after.middle))
            add(75, UInt64(before.fine))
            add(76, UInt64(after.fine))
            add(77, UInt64(before.middle), UInt64(own.middle))
            add(78, UInt64(own.middle), UInt64(after.middle))
            features.append(contentsOf: known[index])
            if index > 0 { for hash in known[index - 1] { add(30, UInt64(hash)) } }
            if index + 1 < count { for hash in known[index + 1] { add(31, UInt64(hash)) } }
            words.append(features)
        }
    }

    private func addAffixes(_ word: WordSequence.Word, _ bytes: [UInt8], to features: inout [UInt32]) {
        let count = word.bytes.count
        for length in 1...4 where length < count {
            var prefix = FeatureHash(50 + UInt64(length))
            for byte in bytes[word.bytes.prefix(length)] { prefix.mix(byte) }
            features.append(prefix.value)
            var suffix = FeatureHash(60 + UInt64(length))
            for byte in bytes[word.bytes.suffix(length)] { suffix.mix(byte) }
            features.append(suffix.value)
        }
    }

    /// Returns a code for the form of a word: letters or digits with their number, or the sign. It includes whether a
    /// space precedes the word.
    private static func shape(_ word: WordSequence.Word, _ bytes: [UInt8]) -> UInt64 {
        let space: UInt64 = word.followsSpace ? 1 : 0
        switch word.kind {
        case .letters: return 1000 + UInt64(min(word.bytes.count, 4)) * 2 + space
        case .digits: return 2000 + UInt64(min(word.bytes.count, 5)) * 2 + space
        case .sign: return 3000 + UInt64(bytes[word.bytes.lowerBound]) * 2 + space
        }
    }
}
