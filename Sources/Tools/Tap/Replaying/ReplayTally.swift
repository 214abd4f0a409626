import Synchronization

/// Counts of a replay's results.
final class ReplayTally: Sendable {
    struct Counts: Sendable {
        var ended = 0
        var unended = 0
        var unplayable = 0
        /// The number of messages that were replayed.
        var played = 0
    }

    private let state = Mutex(Counts())

    var counts: Counts { state.withLock { $0 } }

    func record(_ result: Replay.Result) {
        state.withLock { counts in
            if result.end == nil { counts.unended += 1 } else { counts.ended += 1 }
        }
    }

    func recordPlayed() { state.withLock { $0.played += 1 } }

    func recordUnplayable() { state.withLock { $0.unplayable += 1 } }
}
