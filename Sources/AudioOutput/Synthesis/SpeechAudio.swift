/// Spoken words, block by block.
public struct SpeechAudio: Sendable {
    /// Samples a second of ``blocks``, in hertz; one channel.
    public let rate: Int
    /// The samples in order. Driven by demand: a reader that stops reading stops the engine after a bounded amount; one that is
    /// cancelled, or lets go of the stream, stops it at once.
    public let blocks: AsyncThrowingStream<[Int16], any Error>

    /// Sound that an engine makes.
    public init(rate: Int, blocks: AsyncThrowingStream<[Int16], any Error>) {
        (self.rate, self.blocks) = (rate, blocks)
    }
}
