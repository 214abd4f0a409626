import SaybusMessages
import Synchronization

/// How long each stage took over a turn, from the times in the headers. Pure; bounded.
struct TurnTimings: Sendable {
    private struct Times {
        var ended: Int64?
        var transcript: Int64?
    }

    private var turns: [TurnID: Times] = [:]
    /// In the order of coming; those forgotten since stay in it until there are too many.
    private var order: [TurnID] = []
    private let capacity: Int

    init(capacity: Int = 1024) { self.capacity = capacity }

    /// Takes note of a message of a turn.
    mutating func note(_ header: Header) {
        guard let turn = header.turn else { return }
        if turns[turn] == nil {
            if order.count >= 2 * capacity { order.removeAll { turns[$0] == nil } }
            if turns.count >= capacity {
                for oldest in order.prefix(capacity / 2) { turns[oldest] = nil }
                order.removeFirst(capacity / 2)
            }
            order.append(turn)
        }
        switch header.kind {
        case SpeechEnded.kind: turns[turn, default: Times()].ended = header.at
        case SpeechTranscript.kind: turns[turn, default: Times()].transcript = header.at
        default: if turns[turn] == nil { turns[turn] = Times() }
        }
    }

    /// Microseconds spent before an intent was published, by stage.
    func spent(on intent: Header) -> [String: Int] {
        guard let turn = intent.turn, let times = turns[turn] else { return [:] }
        var spent: [String: Int] = [:]
        if let ended = times.ended, let transcript = times.transcript {
            spent["transcribe"] = WallClock.elapsed(from: ended, to: transcript)
        }
        if let transcript = times.transcript { spent["intent"] = WallClock.elapsed(from: transcript, to: intent.at) }
        return spent
    }

    mutating func forget(_ turn: TurnID?) {
        if let turn { turns[turn] = nil }
    }
}

/// ``TurnTimings`` that several tasks share.
final class TurnClock: Sendable {
    private let timings = Mutex(TurnTimings())

    func note(_ header: Header) { timings.withLock { $0.note(header) } }
    func spent(on intent: Header) -> [String: Int] { timings.withLock { $0.spent(on: intent) } }
    func forget(_ turn: TurnID?) { timings.withLock { $0.forget(turn) } }
}
