import SaybusPocketSphinx

/// A moment of a turn at which it seems to be over: the words so far are a whole command, and a pause follows them.
///
/// Whoever waits for the end of the pause can look for the command meanwhile; ``holds(for:in:)`` tells in the end whether that look was
/// at all that was said.
struct TurnMoment: Sendable, Equatable {
    /// How long the pause lasts when no word may follow, in frames.
    private static let pause = 10
    /// And when a word may follow: many do after a short one.
    private static let longPause = 25
    /// The last word may end so many frames earlier or later when more has been heard.
    private static let play = 3

    private let words: [String]
    /// The last frame of the last word.
    private let wordsEnd: Int
    /// Samples of the turn until now.
    let length: Int

    /// Nil when the turn seems to go on.
    ///
    /// - Parameters:
    ///   - partial: What the stream has made of the turn so far.
    ///   - length: Samples that it has made it of.
    ///   - grammar: The commands that are listened for.
    init?(_ partial: SphinxHypothesis, length: Int, of grammar: WordAutomaton) {
        guard let last = partial.words.last else { return nil }
        words = partial.words.map(\.name)
        wordsEnd = last.frames.upperBound
        self.length = length
        guard grammar.accepts(words) else { return nil }
        let pause = grammar.goesOn(after: words) ? Self.longPause : Self.pause
        guard length / SphinxHypothesis.frameLength - wordsEnd > pause else { return nil }
    }

    /// Whether the words are still those, and end where they did.
    func holds(for later: SphinxHypothesis) -> Bool {
        guard let last = later.words.last else { return false }
        return abs(last.frames.upperBound - wordsEnd) <= Self.play && later.words.map(\.name) == words
    }

    /// Whether nothing was said after it, in a turn that is over: neither did the stream hear a word nor was it loud, and it is as quiet, or as
    /// loud, a room by all of the turn as it was until then.
    func holds(for streamed: SphinxHypothesis, in samples: [Int16]) -> Bool {
        let before = Array(samples.prefix(length))
        return holds(for: streamed) && SoundLevel.isQuiet(samples) == SoundLevel.isQuiet(before)
            && !SoundLevel.hasSpeech(samples, from: length)
    }
}
