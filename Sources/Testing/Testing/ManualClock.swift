import SaybusSupport
import Synchronization

/// A clock whose time only a test advances.
public final class ManualClock: Clock, Sendable {
    /// An instant: a time since the clock's beginning.
    public struct Instant: InstantProtocol {
        var time: Duration
        /// Returns a later instant.
        public func advanced(by duration: Duration) -> Self { Self(time: time + duration) }
        /// Returns the time to another instant.
        public func duration(to other: Self) -> Duration { other.time - time }
        /// Returns whether one instant is before another.
        public static func < (left: Self, right: Self) -> Bool { left.time < right.time }
    }

    private struct State {
        var now = Instant(time: .zero)
        var sleepers: [Int: (until: Instant, continuation: CheckedContinuation<Void, any Error>)] = [:]
        var next = 0
        var cancelled: Set<Int> = []
    }

    private let state = Mutex(State())
    /// The number of sleepers, updated after each change of the state. Tests wait on it.
    private let sleepers = Watched(0)

    /// Creates a clock at its beginning.
    public init() {}

    /// The instant to which the test has moved the clock.
    public var now: Instant { state.withLock { $0.now } }
    /// The resolution: unlimited.
    public var minimumResolution: Duration { .zero }

    /// Suspends until the clock has been advanced to an instant, or the task is cancelled.
    public func sleep(until deadline: Instant, tolerance: Duration?) async throws {
        let id = state.withLock { state in
            state.next += 1
            return state.next
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
                let outcome: Result<Void, any Error>? = state.withLock { state in
                    if state.cancelled.contains(id) { return .failure(CancellationError()) }
                    if state.now >= deadline { return .success(()) }
                    state.sleepers[id] = (deadline, continuation)
                    return nil
                }
                tell()
                if let outcome { continuation.resume(with: outcome) }
            }
        } onCancel: {
            let sleeper = state.withLock { state in
                state.cancelled.insert(id)
                return state.sleepers.removeValue(forKey: id)
            }
            tell()
            sleeper?.continuation.resume(throwing: CancellationError())
        }
    }

    /// The number of tasks that sleep now.
    public var sleeping: Int { state.withLock { $0.sleepers.count } }

    /// Waits until at least `count` tasks sleep.
    /// - Throws: `WaitError` when the time is over or the task is cancelled first.
    public func waitForSleepers(
        _ count: Int = 1, within time: Duration = .seconds(20), file: String = #fileID, line: Int = #line
    ) async throws(WaitError) {
        try await sleepers.require("\(count) that sleep on the clock", within: time, file: file, line: line) {
            $0 >= count
        }
    }

    /// Advances the clock, and wakes the tasks whose deadline has been reached.
    public func advance(by duration: Duration) {
        let woken = state.withLock { state in
            state.now = state.now.advanced(by: duration)
            let due = state.sleepers.filter { $0.value.until <= state.now }
            for id in due.keys { state.sleepers[id] = nil }
            return due.values.map(\.continuation)
        }
        tell()
        for continuation in woken { continuation.resume() }
    }

    private func tell() { sleepers.change { $0 = sleeping } }
}
