import SaybusListening
import SaybusMessages
import Synchronization

/// The microphone of a page, as a source of sound. Bounded: what the listening stage does not take in time is lost, and
/// counted as lost.
final class PageMicrophone: AudioSource {
    /// The most blocks that wait: at the 20 ms that a page sends, two seconds.
    static let maximumBlocks = 100

    private struct State {
        /// The position of the next sample.
        var next = 0
        /// The page's own position at which ours was 0.
        var base: Int?
        /// The samples lost since the last block that was taken.
        var lost = 0
    }

    private let state = Mutex(State())
    private let stream: AsyncStream<AudioBlock>
    private let blocks: AsyncStream<AudioBlock>.Continuation
    private let name: String

    /// Creates a source.
    /// - Parameter name: The name of the source in its blocks.
    init(name: String) {
        self.name = name
        (stream, blocks) = AsyncStream.makeStream(
            of: AudioBlock.self, bufferingPolicy: .bufferingOldest(Self.maximumBlocks))
    }

    /// Takes sound of the page. A gap before it counts as lost.
    func take(_ input: SoundFrame.Input) {
        state.withLock { state in
            // A page that counts from the beginning again, or jumps by more than a minute, has lost nothing.
            let expected = state.base.map { $0 + state.next }
            let gap = expected.map { input.position - $0 } ?? 0
            if expected == nil || gap < 0 || gap > PCMFormat.speech.samples(.seconds(60)) {
                state.base = input.position - state.next
            } else {
                state.next += gap
                state.lost += gap
            }
            let block = AudioBlock(
                samples: input.samples, source: name, position: state.next, lost: state.lost, isEnd: input.isLast,
                captured: .now)
            state.next += input.samples.count
            if case .dropped = blocks.yield(block) {
                state.lost += input.samples.count
            } else {
                state.lost = 0
            }
        }
    }

    func next() async throws -> AudioBlock? {
        // Iterators of a stream share its buffer, and one task reads at a time.
        var iterator = stream.makeAsyncIterator()
        return await iterator.next()
    }

    func stop() async { blocks.finish() }
}
