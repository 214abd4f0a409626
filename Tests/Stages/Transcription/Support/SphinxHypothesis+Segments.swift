@testable import SaybusPocketSphinx

extension SphinxHypothesis {
    /// Creates a hypothesis of words, one after the other, each with its length in frames and its score per frame.
    init(words: [(String, Int, score: Int)]) {
        var frame = 0
        self.init(
            segments: words.map { word, length, score in
                defer { frame += length }
                return .init(word: word, frames: frame...frame + length - 1, score: score * length)
            })
    }
}
