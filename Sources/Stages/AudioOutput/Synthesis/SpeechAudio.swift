/// Synthesized speech, block by block.
public struct SpeechAudio: Sendable {
    /// Samples, and the words that begin with them.
    public struct Block: Sendable, Equatable {
        /// The samples of one channel, at ``SpeechAudio/rate``.
        public var samples: [Int16]
        /// The words that begin in this block or later, in order.
        public var words: [SpokenWord]

        /// Creates a block.
        public init(_ samples: [Int16], words: [SpokenWord] = []) { (self.samples, self.words) = (samples, words) }
    }

    /// The sample rate of ``blocks`` in hertz.
    public let rate: Int
    /// The blocks in order, made on demand. If the reader pauses, the engine stops after a bounded amount; if
    /// it is cancelled or releases the stream, the engine stops at once.
    public let blocks: AsyncThrowingStream<Block, any Error>

    /// Creates speech from an engine's blocks.
    public init(rate: Int, blocks: AsyncThrowingStream<Block, any Error>) {
        (self.rate, self.blocks) = (rate, blocks)
    }
}
