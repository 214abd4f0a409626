/// The features from which an utterance's intent is predicted: its words and word pairs, its character
/// n-grams, and the classes of its words.
struct IntentFeatures {
    /// The lengths of character n-grams.
    static let runs = 2...5
    /// The greatest distance between the two words of a class pair.
    static let reach = 12

    /// The hashes of the features, by group. A repeated feature is repeated here.
    private(set) var words: [UInt32] = []
    private(set) var characters: [UInt32] = []
    private(set) var classes: [UInt32] = []

    init(_ sequence: WordSequence, _ lexicon: WordLexicon = .english) {
        let spoken = sequence.words.filter { $0.kind != .sign }
        words.reserveCapacity(spoken.count * 2 + 1)
        characters.reserveCapacity(sequence.bytes.count * 5)
        var text: [UInt8] = [0x20]
        text.reserveCapacity(sequence.bytes.count * 2)
        var previous: UInt64 = 0
        for word in spoken {
            var hash = FeatureHash(1)
            for byte in sequence.bytes[word.bytes] { hash.mix(byte) }
            words.append(hash.value)
            words.append(Self.pair(2, previous, UInt64(hash.value)))
            previous = UInt64(hash.value)
            text.append(contentsOf: sequence.bytes[word.bytes])
            text.append(0x20)
        }
        words.append(Self.pair(2, previous, 0))
        addRuns(text)
        addClasses(spoken.map { lexicon.classes(of: sequence.bytes[$0.bytes], $0.kind) })
    }

    private mutating func addRuns(_ text: [UInt8]) {
        text.withUnsafeBufferPointer { text in
            for start in text.indices {
                var hash = FeatureHash(3)
                for end in start..<min(text.count, start + Self.runs.upperBound) {
                    hash.mix(text[end])
                    guard end > start else { continue }
                    characters.append(hash.value)
                    // An n-gram may begin or end with a space, but not continue after it.
                    if text[end] == 0x20 { break }
                }
            }
        }
    }

    private mutating func addClasses(_ all: [WordLexicon.Classes]) {
        for (index, own) in all.enumerated() {
            classes.append(Self.pair(4, UInt64(own.fine), 0))
            classes.append(Self.pair(5, UInt64(own.middle), 0))
            if own.function > 0 { classes.append(Self.pair(6, UInt64(own.function), 0)) }
            if index > 0 { classes.append(Self.pair(7, UInt64(own.function), UInt64(all[index - 1].function))) }
            for other in all[max(0, index - Self.reach)..<index] {
                classes.append(Self.pair(8, other.finest, own.finest))
            }
        }
    }

    @inline(__always) private static func pair(_ kind: UInt64, _ first: UInt64, _ second: UInt64) -> UInt32 {
        var hash = FeatureHash(kind)
        hash.mix(first)
        hash.mix(second)
        return hash.value
    }
}
