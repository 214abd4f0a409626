import SaybusBus
import SaybusMessages
import Synchronization

/// A gate that is closed while the assistant speaks: from the start to the end of the playback of each sequence.
final class HalfDuplexGate: Sendable {
    /// The longest time for which one sequence closes the gate, in case its end never arrives.
    static let longestSequence = Duration.seconds(600)
    /// The most sequences that are tracked.
    private static let most = 64

    private struct Sounding {
        let player: ProgramRun
        let since: ContinuousClock.Instant
    }

    private let sounding = Mutex<[MessageID: Sounding]>([:])

    func isClosed(now: ContinuousClock.Instant = .now) -> Bool {
        sounding.withLock { sounding in
            if sounding.isEmpty { return false }
            sounding = sounding.filter { $0.value.since.advanced(by: Self.longestSequence) > now }
            return !sounding.isEmpty
        }
    }

    func update(_ message: Message<AudioPlayback>, now: ContinuousClock.Instant = .now) {
        let playback = message.body
        guard playback.item == nil else { return }
        sounding.withLock { sounding in
            switch playback.state {
            case .started, .resumed:
                if sounding.count < Self.most {
                    sounding[playback.sequence] = Sounding(player: ProgramRun(message.header), since: now)
                }
            case .suspended, .finished, .interrupted, .skipped: sounding[playback.sequence] = nil
            case .queued, .word: break
            }
        }
    }

    /// Drops the sequences of a player that is gone, because it will not report their ends.
    func update(_ message: Message<StageStatus>) {
        guard message.body.role == "audio" else { return }
        // A player restarted under the same name knows nothing of its predecessor's sequences.
        sounding.withLock { sounding in sounding = sounding.filter { !$0.value.player.isOver(by: message) } }
    }
}
