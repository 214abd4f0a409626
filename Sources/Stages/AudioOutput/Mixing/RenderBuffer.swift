import SaybusSound
import Synchronization

/// The sound of one sequence on its way from the task that makes it to the mixer: bounded, with marks at their places.
final class RenderBuffer: Sendable {
    /// What happens at a place of a sequence.
    enum Mark: Sendable, Equatable {
        /// An event begins; it may turn out to have no samples.
        case item(Int)
        /// A word begins.
        case word(String)
        /// An event ends.
        case itemOver(Int, ItemEnd)
    }

    /// How an event ended.
    enum ItemEnd: Sendable, Equatable {
        /// All of it was made, but for what the sentence says.
        case played(problem: String?)
        /// Nothing of it could be made.
        case unplayable(String)
        /// It broke off after its beginning.
        case brokenOff(String)
        /// It was left early.
        case cut
    }

    /// What the mixer takes at a time.
    struct Taken: Sendable, Equatable {
        var samples: [Int16] = []
        /// Each mark with the number of samples before it.
        var marks: [(offset: Int, mark: Mark)] = []

        static func == (left: Self, right: Self) -> Bool {
            left.samples == right.samples && left.marks.elementsEqual(right.marks) { $0 == $1 }
        }
    }

    private struct Chunk {
        var marks: [Mark]
        var samples: ArraySlice<Int16>
    }

    private struct State {
        var chunks: ArraySlice<Chunk> = []
        var buffered = 0
        var isFinished = false
        var isClosed = false
    }

    private let limit: Int
    private let state = Mutex(State())
    private let space = Signal()
    private let filled: Signal

    /// A feed that holds some `limit` samples; `filled` is told when there is something to take.
    init(limit: Int, filled: Signal) { (self.limit, self.filled) = (limit, filled) }

    /// Puts in marks, and the samples that follow them; suspends while the feed is full.
    ///
    /// Throws `CancellationError` when the feed was closed or the task cancelled.
    func put(_ samples: [Int16] = [], marks: [Mark] = []) async throws {
        await space.wait { self.state.withLock { $0.buffered < self.limit || $0.isClosed } }
        try Task.checkCancellation()
        let isClosed = state.withLock { state in
            if !state.isClosed {
                state.chunks.append(Chunk(marks: marks, samples: samples[...]))
                state.buffered += samples.count
            }
            return state.isClosed
        }
        guard !isClosed else { throw CancellationError() }
        filled.notify()
    }

    /// Nothing follows.
    func finish() {
        state.withLock { $0.isFinished = true }
        filled.notify()
    }

    /// Nobody takes any more.
    func close() {
        state.withLock { state in
            state.isClosed = true
            (state.chunks, state.buffered) = ([], 0)
        }
        space.notify()
    }

    /// Whether there is something to take, if only the end.
    var isReady: Bool { state.withLock { !$0.chunks.isEmpty || $0.isFinished } }

    /// Whether all was taken.
    var isOver: Bool { state.withLock { $0.isFinished && $0.chunks.isEmpty } }

    /// Takes at most so many samples, with the marks before and between them, and those that follow when nothing else does.
    func take(_ count: Int) -> Taken {
        let taken = state.withLock { state in
            var taken = Taken()
            while var chunk = state.chunks.first {
                for mark in chunk.marks { taken.marks.append((taken.samples.count, mark)) }
                chunk.marks = []
                let part = chunk.samples.prefix(count - taken.samples.count)
                taken.samples += part
                chunk.samples = chunk.samples.dropFirst(part.count)
                guard chunk.samples.isEmpty else {
                    state.chunks[state.chunks.startIndex] = chunk
                    break
                }
                state.chunks.removeFirst()
                // Marks without samples belong to what was before them.
                guard taken.samples.count < count || state.chunks.first?.samples.isEmpty == true else { break }
            }
            state.buffered -= taken.samples.count
            return taken
        }
        if !taken.samples.isEmpty { space.notify() }
        return taken
    }
}
