/// A source of audio: a microphone, files, standard input.
public protocol AudioSource: Sendable {
    /// Returns the next block; nil when the source has ended or was stopped. One task calls it at a time.
    ///
    /// Nothing is read ahead. A source that cannot wait, such as a microphone, buffers a bounded amount and counts
    /// the rest as ``AudioBlock/lost``.
    func next() async throws -> AudioBlock?

    /// Ends the source and closes its device. A waiting ``next()`` returns nil, or a last block with the audio read
    /// so far.
    func stop() async
}

extension AudioSource {
    /// The source's blocks, one after the other.
    public var blocks: AudioBlocks { AudioBlocks(source: self) }
}
