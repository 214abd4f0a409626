/// Spoken words, block by block.
public struct SpeechAudio: Sendable {
    /// Samples, and the words that begin to sound with them.
    public struct Block: Sendable, Equatable {
        /// The samples; one channel.
        public var samples: [Int16]
        /// The words that begin in this block or later, in order.
        public var words: [SpokenWord]

        /// A block.
        public init(_ samples: [Int16], words: [SpokenWord] = []) { (self.samples, self.words) = (samples, words) }
    }

    /// Samples a second of ``blocks``, in hertz; one channel.
    public let rate: Int
    /// The blocks in order. Driven by demand: a reader that stops reading stops the engine after a bounded amount; one that is
    /// cancelled, or lets go of the stream, stops it at once.
    public let blocks: AsyncThrowingStream<Block, any Error>

    /// Sound that an engine makes.
    public init(rate: Int, blocks: AsyncThrowingStream<Block, any Error>) {
        (self.rate, self.blocks) = (rate, blocks)
    }
}
