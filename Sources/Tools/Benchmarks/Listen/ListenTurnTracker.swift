import SaybusMessages
import Synchronization

/// The turns that a listen stage has published, and its memory at the end of each.
final class ListenTurnTracker: Sendable {
    private struct State {
        var turns: [Range<Int>] = []
        var incomplete = 0
        /// The beginning of the open turn in milliseconds.
        var start = 0
        /// The index of the open turn's next chunk.
        var next = 0
        var memory: [Int] = []
    }

    private let state = Mutex(State())

    /// The extents of the turns in milliseconds.
    var turns: [Range<Int>] { state.withLock { $0.turns } }
    /// The number of turns with missing chunks.
    var incomplete: Int { state.withLock { $0.incomplete } }
    var firstKiB: Int { state.withLock { $0.memory.first ?? 0 } }
    var lastKiB: Int { state.withLock { $0.memory.last ?? 0 } }

    /// The growth of the stage's memory from the maximum of the second tenth of the turns to that of the last tenth.
    var growthMiB: Double {
        state.withLock { state in
            let tenth = max(1, state.memory.count / 10)
            let early = state.memory.dropFirst(tenth).prefix(tenth).max() ?? 0
            return Double((state.memory.suffix(tenth).max() ?? 0) - early) / 1024
        }
    }

    /// Records a message of a turn.
    /// - Returns: The turn if the message ends its speech; nil otherwise.
    func record(_ message: RawMessage, memory: @autoclosure () -> Int) -> TurnID? {
        switch message.header.kind {
        case SpeechStarted.kind:
            guard let started = try? message.decode(SpeechStarted.self).body else { return nil }
            state.withLock { ($0.next, $0.start) = (0, started.positionMs) }
        case AudioInput.kind:
            state.withLock { state in if message.header.index == state.next { state.next += 1 } }
        case SpeechEnded.kind:
            guard let ended = try? message.decode(SpeechEnded.self).body else { return nil }
            let memory = memory()
            state.withLock { state in
                state.turns.append(state.start..<state.start + max(0, ended.durationMs))
                if ended.chunks != state.next { state.incomplete += 1 }
                state.memory.append(memory)
            }
            return message.header.turn
        default: break
        }
        return nil
    }
}
