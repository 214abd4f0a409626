/// The blocks of a source, as they are asked for.
public struct AudioBlocks: AsyncSequence, Sendable {
    let source: any AudioSource

    /// Asks for one block after the other.
    public struct Iterator: AsyncIteratorProtocol {
        let source: any AudioSource

        /// Gives the next block.
        public mutating func next() async throws -> AudioBlock? { try await source.next() }
    }

    /// Begins where the source stands.
    public func makeAsyncIterator() -> Iterator { Iterator(source: source) }
}
