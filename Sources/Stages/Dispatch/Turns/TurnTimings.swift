import SaybusMessages
import Synchronization

/// Time that each stage before dispatch spent on a turn, from the times in the message headers. Bounded.
package final class TurnTimings: Sendable {
    private struct Times {
        var ended: Int64?
        var transcript: Int64?
    }

    private struct State {
        var turns: [TurnID: Times] = [:]
        /// Turns in order of arrival. Forgotten turns remain until the list is compacted.
        var order: [TurnID] = []
    }

    private let state = Mutex(State())
    private let capacity: Int

    /// Creates an empty record.
    /// - Parameter capacity: Turns remembered; the older half is dropped when there are more.
    package init(capacity: Int = 1024) { self.capacity = capacity }

    /// Records the time of a `speech.ended` or `speech.transcript`.
    package func record(_ header: Header) {
        guard let turn = header.turn else { return }
        state.withLock { state in
            if state.turns[turn] == nil { add(turn, to: &state) }
            switch header.kind {
            case SpeechEnded.kind: state.turns[turn]?.ended = header.at
            case SpeechTranscript.kind: state.turns[turn]?.transcript = header.at
            default: break
            }
        }
    }

    private func add(_ turn: TurnID, to state: inout State) {
        if state.order.count >= 2 * capacity { state.order.removeAll { state.turns[$0] == nil } }
        if state.turns.count >= capacity {
            for oldest in state.order.prefix(capacity / 2) { state.turns[oldest] = nil }
            state.order.removeFirst(capacity / 2)
        }
        state.order.append(turn)
        state.turns[turn] = Times()
    }

    /// The most microseconds that a stage spends on a turn: an hour. More is the error of a program's own clock.
    static let longest = 3_600_000_000

    /// Returns the microseconds spent before an intent was published, by the role of the stage.
    package func spent(on intent: Header) -> [String: Int] {
        guard let turn = intent.turn, let times = state.withLock({ $0.turns[turn] }) else { return [:] }
        var spent: [String: Int] = [:]
        if let ended = times.ended, let transcript = times.transcript {
            spent["transcribe"] = Self.time(from: ended, to: transcript)
        }
        if let transcript = times.transcript { spent["intent"] = Self.time(from: transcript, to: intent.at) }
        return spent
    }

    /// Returns the microseconds from one time to a later one; nil when no turn takes as long.
    private static func time(from start: Int64, to end: Int64) -> Int? {
        let time = WallClock.elapsed(from: start, to: end)
        return time <= longest ? time : nil
    }

    /// Forgets a turn that has ended.
    package func forget(_ turn: TurnID?) {
        if let turn { state.withLock { $0.turns[turn] = nil } }
    }
}
