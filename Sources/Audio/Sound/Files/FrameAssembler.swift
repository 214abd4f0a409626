/// The whole frames of a stream of PCM whose chunks may end within a frame. Pure.
package struct FrameAssembler: Sendable {
    private let size: Int
    /// The beginning of a frame whose rest comes with the next chunk.
    private var beginning: [UInt8] = []

    /// Creates an assembler.
    /// - Parameter frameBytes: The bytes of a frame: one sample of each channel.
    package init(frameBytes: Int) { size = max(1, frameBytes) }

    /// Returns the whole frames that end with a chunk. The next chunk completes an incomplete last frame.
    package mutating func frames(_ chunk: [UInt8]) -> [UInt8] {
        let bytes = beginning + chunk
        beginning = Array(bytes.suffix(bytes.count % size))
        return Array(bytes.dropLast(beginning.count))
    }

    /// Drops an incomplete frame, at the end of the stream.
    package mutating func drop() { beginning = [] }
}
