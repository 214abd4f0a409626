import SaybusMessages

/// A sentence for an engine that knows no markup, or words of one that are spoken alike, or only a pause.
struct SpokenSentence: Sendable, Equatable {
    /// The words.
    var words: [StyledWord]
    /// The silence after the words in milliseconds, which replaces the engine's own; 0 leaves it to the engine.
    var pause = 0
    /// Whether the same sentence goes on in the next piece.
    var continues = false

    /// The number of words of a sentence that is cut, at most.
    static let maximumWords = 40

    /// Returns the sentences of speech in any format.
    /// - Parameters:
    ///   - speech: The speech.
    ///   - apart: Tells whether two words in a row must be made separately, since the engine cannot change what differs
    ///     between their styles within a sentence.
    /// - Throws: ``SynthesisError`` with code `badMarkup` for SSML that cannot be parsed.
    static func sentences(
        of speech: AudioEvent.Speech, apart: (SpeechStyle, SpeechStyle) -> Bool
    ) throws(SynthesisError) -> [SpokenSentence] {
        var sentences: [SpokenSentence] = []
        for part in try SpeechText.parts(of: speech) {
            var sentence = SpokenSentence(words: [])
            for word in StyledWordReader.words(of: part) {
                if let last = sentence.words.last, apart(last.style, word.style) || sentence.words.count >= maximumWords
                {
                    sentence.continues = true
                    sentences.append(sentence)
                    sentence = SpokenSentence(words: [])
                }
                sentence.words.append(word)
                guard word.endsSentence else { continue }
                sentences.append(sentence)
                sentence = SpokenSentence(words: [])
            }
            if !sentence.words.isEmpty { sentences.append(sentence) }
            guard part.pause > 0 else { continue }
            // After words, the pause belongs to them.
            if let last = sentences.indices.last, sentences[last].pause == 0, !part.text.isEmpty {
                sentences[last].pause = part.pause
            } else {
                sentences.append(SpokenSentence(words: [], pause: part.pause))
            }
        }
        return sentences
    }
}
