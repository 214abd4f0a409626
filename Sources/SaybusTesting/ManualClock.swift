import Synchronization

/// A clock that a test moves.
public final class ManualClock: Clock, Sendable {
    /// A moment: so long after the clock's beginning.
    public struct Instant: InstantProtocol {
        var time: Duration
        /// Later by so much.
        public func advanced(by duration: Duration) -> Self { Self(time: time + duration) }
        /// How long it is to another one.
        public func duration(to other: Self) -> Duration { other.time - time }
        /// Whether one is before the other.
        public static func < (left: Self, right: Self) -> Bool { left.time < right.time }
    }

    private struct State {
        var now = Instant(time: .zero)
        var sleepers: [Int: (until: Instant, continuation: CheckedContinuation<Void, any Error>)] = [:]
        var watchers: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []
        var next = 0
        var cancelled: Set<Int> = []
    }

    private let state = Mutex(State())

    /// A clock that stands at its beginning.
    public init() {}

    /// The moment at which it stands.
    public var now: Instant { state.withLock { $0.now } }
    /// Any.
    public var minimumResolution: Duration { .zero }

    /// Suspends until the clock was moved there, or the task is cancelled.
    public func sleep(until deadline: Instant, tolerance: Duration?) async throws {
        let id = state.withLock { state in
            state.next += 1
            return state.next
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
                let (outcome, woken) = state.withLock {
                    state -> (Result<Void, any Error>?, [CheckedContinuation<Void, Never>]) in
                    if state.cancelled.contains(id) { return (.failure(CancellationError()), []) }
                    if state.now >= deadline { return (.success(()), []) }
                    state.sleepers[id] = (deadline, continuation)
                    let ready = state.watchers.filter { state.sleepers.count >= $0.count }.map(\.continuation)
                    state.watchers.removeAll { state.sleepers.count >= $0.count }
                    return (nil, ready)
                }
                if let outcome { continuation.resume(with: outcome) }
                for watcher in woken { watcher.resume() }
            }
        } onCancel: {
            let sleeper = state.withLock { state in
                state.cancelled.insert(id)
                return state.sleepers.removeValue(forKey: id)
            }
            sleeper?.continuation.resume(throwing: CancellationError())
        }
    }

    /// Returns when so many sleep.
    public func waitForSleepers(_ count: Int = 1) async {
        await withCheckedContinuation { continuation in
            let isReady = state.withLock { state in
                if state.sleepers.count >= count { return true }
                state.watchers.append((count, continuation))
                return false
            }
            if isReady { continuation.resume() }
        }
    }

    /// Moves it, and wakes those whose time has come.
    public func advance(by duration: Duration) {
        let woken = state.withLock { state in
            state.now = state.now.advanced(by: duration)
            let due = state.sleepers.filter { $0.value.until <= state.now }
            for id in due.keys { state.sleepers[id] = nil }
            return due.values.map(\.continuation)
        }
        for continuation in woken { continuation.resume() }
    }
}
