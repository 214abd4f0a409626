import SaybusMessages
import SaybusSound
import Synchronization

/// The input of the listening task: a bounded queue of events, and one block of audio.
///
/// The source's next block is read only when the one before has been processed. Requests wake the listening task while
/// the source gives no audio.
final class ListenInbox: Sendable {
    /// The maximum number of events that wait.
    static let capacity = 1_024

    /// The next thing to do.
    enum Input: Sendable {
        /// Process the block, and the events before it.
        case block(AudioBlock)
        /// Handle the events.
        case events
    }

    /// The outcome of adding an event.
    enum Outcome: Sendable {
        /// The event waits, in place of these requests, which are no longer handled.
        case added(replaced: [Message<ListenRequest>])
        /// There is no room for the event.
        case refused
    }

    private struct State {
        var events: [ListenEvent] = []
        var urgentCount = 0
        var block: AudioBlock?
        /// Whether the last block is being processed.
        var isProcessing = false
        var end: Result<Void, any Error>?
    }

    private let state = Mutex(State())
    private let filled = Signal()
    private let processed = Signal()

    /// Adds an event.
    ///
    /// A full inbox drops loudspeaker audio first, then partial results. A request to stop listening replaces the
    /// requests and key presses before it, so it finds room also in an inbox full of them.
    @discardableResult
    func put(_ event: ListenEvent) -> Outcome {
        let outcome: Outcome = state.withLock { state in
            var replaced: [Message<ListenRequest>] = []
            if case .request(let request) = event, request.body.mode == .off, request.body.withdraws == nil {
                replaced = state.events.compactMap(\.request)
                state.events.removeAll(where: \.startsOrStops)
                state.urgentCount = state.events.count(where: \.isUrgent)
            }
            if state.events.count >= Self.capacity {
                guard event.isUrgent,
                    let expendable = state.events.firstIndex(where: \.isPlaying)
                        ?? state.events.firstIndex(where: { !$0.isUrgent })
                else { return .refused }
                state.events.remove(at: expendable)
            }
            state.events.append(event)
            if event.isUrgent { state.urgentCount += 1 }
            return .added(replaced: replaced)
        }
        if event.isUrgent { filled.notify() }
        return outcome
    }

    /// Passes the blocks of a source on, each when the one before has been processed, until the source ends.
    func read(_ source: any AudioSource) async {
        let end: Result<Void, any Error>
        do {
            for try await block in source.blocks {
                state.withLock { $0.block = block }
                filled.notify()
                await processed.wait { self.state.withLock { $0.block == nil && !$0.isProcessing } }
                try Task.checkCancellation()
            }
            end = .success(())
        } catch {
            end = .failure(error)
        }
        state.withLock { $0.end = end }
        filled.notify()
    }

    /// Waits for a block or a request; the block returned before has been processed.
    /// - Returns: Nil when the source has ended.
    /// - Throws: The source's error; `CancellationError` when the task is cancelled.
    func next() async throws -> Input? {
        state.withLock { $0.isProcessing = false }
        processed.notify()
        await filled.wait { self.state.withLock { $0.urgentCount > 0 || $0.block != nil || $0.end != nil } }
        try Task.checkCancellation()
        return try state.withLock { state in
            if let block = state.block.take() {
                state.isProcessing = true
                return .block(block)
            }
            if state.urgentCount > 0 { return .events }
            try state.end?.get()
            return nil
        }
    }

    /// Removes and returns all waiting events, in the order of their arrival.
    func take() -> [ListenEvent] {
        state.withLock { state in
            defer {
                state.events.removeAll(keepingCapacity: true)
                state.urgentCount = 0
            }
            return state.events
        }
    }
}

extension ListenEvent {
    fileprivate var isPlaying: Bool { if case .playing = self { true } else { false } }

    fileprivate var request: Message<ListenRequest>? { if case .request(let request) = self { request } else { nil } }

    /// Whether the event is a request or a key press.
    fileprivate var startsOrStops: Bool {
        switch self {
        case .request, .key: true
        case .recognized, .playing, .claimed: false
        }
    }
}
