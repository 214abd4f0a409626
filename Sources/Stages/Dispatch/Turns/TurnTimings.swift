import SaybusMessages
import SaybusSupport
import Synchronization

/// The time that each stage before dispatch spent on a turn, from the times in the message headers. Bounded.
final class TurnTimings: Sendable {
    private struct Times {
        var ended: Int64?
        var transcript: Int64?
    }

    /// The most microseconds that a stage spends on a turn: an hour. More is the error of a program's own clock.
    static let maximumTime = 3_600_000_000

    private let turns: Mutex<GenerationalCache<TurnID, Times>>

    /// Creates an empty record.
    /// - Parameter capacity: The turns in one generation; up to two generations are kept.
    init(capacity: Int = 1024) { turns = Mutex(GenerationalCache(capacity: capacity)) }

    /// Records the time of a `speech.ended` or `speech.transcript`.
    func record(_ header: Header) {
        guard let turn = header.turn else { return }
        turns.withLock { turns in
            var times = turns[turn] ?? Times()
            switch header.kind {
            case SpeechEnded.kind: times.ended = header.at
            case SpeechTranscript.kind: times.transcript = header.at
            default: break
            }
            turns[turn] = times
        }
    }

    /// Returns the microseconds spent before an intent was published, by the role of the stage.
    func spent(on intent: Header) -> [String: Int] {
        guard let turn = intent.turn, let times = turns.withLock({ $0[turn] }) else { return [:] }
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
        return time <= maximumTime ? time : nil
    }

    /// Forgets a turn that has ended.
    func forget(_ turn: TurnID?) {
        if let turn { turns.withLock { $0[turn] = nil } }
    }
}
