import SaybusFlite

/// A sentence in libflite's tokens, with the written words that they stand for.
struct FliteSentence: Sendable {
    /// The tokens.
    var tokens: [FliteToken] = []
    /// For each written word, the index of its first token.
    var words: [(text: String, token: Int)] = []
    /// For each token, the factor of its loudness.
    var volumes: [Double] = []
    /// The factor of the pitch.
    var pitch = 1.0
    /// The silence after the words in milliseconds; 0 leaves it to the library.
    var pause = 0
    /// Whether the same sentence goes on in the next piece.
    var continues = false

    /// Whether there is anything to hear: letters or digits.
    var isSpoken: Bool { tokens.contains { $0.name.contains { $0.isLetter || $0.isNumber } } }

    /// Creates a sentence.
    init(_ sentence: SpokenSentence) {
        (pause, continues) = (sentence.pause, sentence.continues)
        pitch = sentence.words.first?.style.pitch ?? 1
        for word in sentence.words {
            let followsNumber = tokens.last.map { $0.closing.isEmpty && $0.name.allSatisfy(\.isNumber) } ?? false
            let spoken = word.spoken.flatMap { EnglishLetters.words($0, followsNumber: followsNumber) }
                .filter { $0.contains { $0.isLetter || $0.isNumber || $0 == "%" || $0 == "$" } }
            guard !spoken.isEmpty else {
                // Punctuation that stands alone ends the clause before it.
                if let last = tokens.indices.last, ["-", "--", "–", "—"].contains(word.written) {
                    tokens[last].closing += ","
                }
                continue
            }
            words.append((word.written, tokens.count))
            for text in spoken {
                tokens.append(FliteToken(text, stretch: Float(1 / word.style.rate)))
                volumes.append(word.style.volume)
            }
        }
    }

    /// Returns the words with their first samples, counted from a sample of the library's sound.
    func words(_ timing: FliteVoice.Timing, from first: Int) -> [SpokenWord] {
        words.compactMap { word in
            // A token that is not spoken leaves the word to its next one.
            let start = timing.starts.dropFirst(word.token).lazy.compactMap(\.self).first
            return start.map { SpokenWord(word.text, at: max(0, $0 - first)) }
        }
    }

    /// Returns the loudness of the sentence's sound.
    func gain(volume: Double) -> GainCurve { GainCurve(volumes.map { $0 * volume }) }
}
