import SaybusMessages
import Synchronization

/// Whether the assistant itself speaks: from the first sample of a sequence until the last one has been heard.
final class HalfDuplexGate: Sendable {
    /// The longest that one sequence keeps the ear closed: an end that never came must not make the assistant deaf for ever.
    static let longestSequence = Duration.seconds(600)
    /// How many sequences are remembered.
    private static let most = 64

    private struct Sounding {
        let player: Source
        let run: UInt32
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

    func note(_ message: Message<AudioPlayback>, now: ContinuousClock.Instant = .now) {
        let playback = message.body
        guard playback.item == nil else { return }
        sounding.withLock { sounding in
            switch playback.state {
            case .started, .resumed:
                if sounding.count < Self.most {
                    sounding[playback.sequence] = Sounding(
                        player: message.header.source, run: message.header.run, since: now)
                }
            case .suspended, .finished, .interrupted, .skipped: sounding[playback.sequence] = nil
            case .queued, .word: break
            }
        }
    }

    /// A player that is gone makes no more sound, and will not say so.
    func note(_ message: Message<StageStatus>) {
        let status = message.body
        guard status.role == "audio", let player = Source(role: status.role, instance: status.instance) else { return }
        // One that has been started anew under the same name knows nothing of what its predecessor played.
        guard status.state.isGone || message.header.source == player else { return }
        let run = status.state.isGone ? nil : message.header.run
        sounding.withLock { sounding in
            sounding = sounding.filter { $0.value.player != player || $0.value.run == run }
        }
    }
}
