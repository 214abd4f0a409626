import Dispatch
import SaybusSupport
import Synchronization

/// A queue of texts for an output, which are written on a thread of their own. Whoever writes is not held up when
/// nobody reads the output, for example because a terminal is stopped with Ctrl-S. Bounded: texts for which there is no
/// room are dropped and counted.
public final class OutputQueue: Sendable {
    private enum Entry {
        case text(String)
        case dropped(Int)
    }

    private struct State {
        var entries: [Entry] = []
        /// The bytes of the texts.
        var size = 0
        /// Whether the thread works, and takes what is added.
        var isWriting = false
    }

    private let target: TextOutput
    private let capacity: Int
    private let tell: @Sendable (TextOutput, Int) -> Void
    private let state = Mutex(State())
    private let isIdle = Watched(true)
    private let thread = DispatchQueue(label: "saybus.output")

    /// Creates an empty queue.
    /// - Parameters:
    ///   - target: The output.
    ///   - capacity: The most bytes that wait.
    ///   - tell: Writes to the output how many texts were dropped, in the place of these.
    public init(
        _ target: TextOutput, capacity: Int = 1 << 20, dropped tell: @escaping @Sendable (TextOutput, Int) -> Void
    ) {
        (self.target, self.capacity, self.tell) = (target, capacity, tell)
    }

    /// An output into the queue, with the style and the columns of the queue's target.
    public var output: TextOutput { target.replaced(by: { [self] text in add(text) }) }

    /// Waits until all has been written, but not longer than this time.
    public func flush(within time: Duration) async { _ = await isIdle.wait(within: time) { $0 } }

    private func add(_ text: String) {
        let begins = state.withLock { state in
            if state.size + text.utf8.count <= capacity {
                state.entries.append(.text(text))
                state.size += text.utf8.count
            } else if case .dropped(let count)? = state.entries.last {
                state.entries[state.entries.count - 1] = .dropped(count + 1)
            } else {
                state.entries.append(.dropped(1))
            }
            guard !state.isWriting else { return false }
            state.isWriting = true
            isIdle.change { $0 = false }
            return true
        }
        if begins { thread.async { [self] in write() } }
    }

    /// Writes until nothing waits. A text that is being written still takes its room.
    private func write() {
        var written = 0
        while let entries = next(after: written) {
            written = 0
            for entry in entries {
                switch entry {
                case .text(let text):
                    target.text(text)
                    written += text.utf8.count
                case .dropped(let count): tell(target, count)
                }
            }
        }
    }

    private func next(after written: Int) -> [Entry]? {
        state.withLock { state in
            state.size -= written
            guard !state.entries.isEmpty else {
                state.isWriting = false
                isIdle.change { $0 = true }
                return nil
            }
            defer { state.entries = [] }
            return state.entries
        }
    }
}
