import SaybusPocketSphinx

/// A possible end of a turn: the words so far are a complete command, and a pause follows them.
///
/// A search for the command can start at this moment, while the endpointer still waits. At the end of the turn,
/// ``holds(for:in:)`` tells whether that search covered all that was said.
struct EndpointCandidate: Sendable, Equatable {
    /// The minimum pause in frames when no word may follow.
    private static let pause = 10
    /// The minimum pause in frames when a word may follow, since speakers often pause briefly before it.
    private static let longPause = 25
    /// The tolerance in frames for the end of the last word as more sound arrives.
    private static let tolerance = 3

    private let words: [String]
    /// The last frame of the last word.
    private let wordsEnd: Int
    /// The number of the turn's samples up to this moment.
    let length: Int

    /// Creates a possible end; nil when the turn seems to go on.
    ///
    /// - Parameters:
    ///   - partial: The streamed hypothesis so far.
    ///   - length: The number of samples that it covers.
    ///   - grammar: The grammar of the commands.
    init?(_ partial: SphinxHypothesis, length: Int, of grammar: WordAutomaton) {
        guard let last = partial.words.last else { return nil }
        words = partial.words.map(\.name)
        wordsEnd = last.frames.upperBound
        self.length = length
        guard grammar.accepts(words) else { return nil }
        let pause = grammar.canContinue(after: words) ? Self.longPause : Self.pause
        guard length / SphinxHypothesis.frameLength - wordsEnd > pause else { return nil }
    }

    /// Returns whether a later hypothesis has the same words, with the same end.
    func holds(for later: SphinxHypothesis) -> Bool {
        guard let last = later.words.last else { return false }
        return abs(last.frames.upperBound - wordsEnd) <= Self.tolerance && later.words.map(\.name) == words
    }

    /// Returns whether nothing was said after this moment in a turn that is over.
    ///
    /// The streamed hypothesis must have no further word, and the sound no further speech. The whole turn and the
    /// part before this moment must both count as quiet, or both as noisy.
    func holds(for streamed: SphinxHypothesis, in samples: [Int16]) -> Bool {
        let before = Array(samples.prefix(length))
        return holds(for: streamed) && SoundLevel.isQuiet(samples) == SoundLevel.isQuiet(before)
            && !SoundLevel.hasSpeech(samples, from: length)
    }
}
