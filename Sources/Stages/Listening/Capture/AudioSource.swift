/// Where sound comes from: a microphone, files, standard input.
public protocol AudioSource: Sendable {
    /// Gives the next block; nil when the source is over or stopped. One task asks at a time.
    ///
    /// Nothing is read ahead of the asking; a source that cannot wait, such as a microphone, holds a bounded amount
    /// and counts the rest as
    /// ``AudioBlock/lost``.
    func next() async throws -> AudioBlock?

    /// Ends the source and lets go of its device; who waits in ``next()`` gets nil, or a last block if some sound was
    /// read.
    func stop() async
}

extension AudioSource {
    /// The source's blocks, one after the other.
    public var blocks: AudioBlocks { AudioBlocks(source: self) }
}
