/// The blocks of a source as an asynchronous sequence.
public struct AudioBlocks: AsyncSequence, Sendable {
    let source: any AudioSource

    /// An iterator that reads one block after the other.
    public struct Iterator: AsyncIteratorProtocol {
        let source: any AudioSource

        /// Returns the next block.
        public mutating func next() async throws -> AudioBlock? { try await source.next() }
    }

    /// Returns an iterator that begins at the source's current position.
    public func makeAsyncIterator() -> Iterator { Iterator(source: source) }
}
