import SaybusSound
import Synchronization

/// A bounded buffer of one sequence's sound between the task that renders it and the mixer, with marks between
/// samples.
final class RenderBuffer: Sendable {
    /// A mark between samples.
    enum Mark: Sendable, Equatable {
        /// An item begins; it may have no samples.
        case item(Int)
        /// A word begins.
        case word(String)
        /// An item ends.
        case itemOver(Int, ItemEnd)
    }

    /// The outcome of an item.
    enum ItemEnd: Sendable, Equatable {
        /// The item was rendered, except for the parts named in the problem.
        case played(problem: String?)
        /// No part of the item could be rendered.
        case unplayable(String)
        /// The rendering failed after its beginning.
        case failed(String)
        /// The item was cut short by a command.
        case cut
    }

    /// The result of one ``take(_:)``.
    struct Taken: Sendable, Equatable {
        var samples: [Int16] = []
        /// The marks, each with the number of samples before it.
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

    /// Creates a buffer for about `limit` samples; `filled` is notified when there is something to take.
    init(limit: Int, filled: Signal) { (self.limit, self.filled) = (limit, filled) }

    /// Appends marks and the samples that follow them; suspends while the buffer is full.
    ///
    /// - Throws: `CancellationError` when the buffer was closed or the task cancelled.
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

    /// Marks the end of the sequence.
    func finish() {
        state.withLock { $0.isFinished = true }
        filled.notify()
    }

    /// Closes the buffer because nothing is taken any more.
    func close() {
        state.withLock { state in
            state.isClosed = true
            (state.chunks, state.buffered) = ([], 0)
        }
        space.notify()
    }

    /// Whether there is something to take, or the end is reached.
    var isReady: Bool { state.withLock { !$0.chunks.isEmpty || $0.isFinished } }

    /// Whether everything was taken.
    var isOver: Bool { state.withLock { $0.isFinished && $0.chunks.isEmpty } }

    /// Takes at most a number of samples, with the marks before and between them, and trailing marks that no
    /// samples follow.
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
                // Marks without samples belong to the samples before them.
                guard taken.samples.count < count || state.chunks.first?.samples.isEmpty == true else { break }
            }
            state.buffered -= taken.samples.count
            return taken
        }
        if !taken.samples.isEmpty { space.notify() }
        return taken
    }
}
