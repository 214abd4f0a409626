import SaybusMessages
import Synchronization

/// A holder of the pauses that stages have requested. Each ends with the stage that has requested it.
final class PauseHold: Sendable {
    private let player: SequencePlayer
    private let pauses = Mutex(DemandedPauses())

    init(player: SequencePlayer) { self.player = player }

    /// Applies a control that the player has performed.
    func apply(_ control: Message<AudioControl>) { pauses.withLock { $0.apply(control) } }

    /// Applies a status. Tracks that were paused by a stage that is gone are resumed.
    func apply(_ status: Message<StageStatus>) async {
        for place in pauses.withLock({ $0.apply(status) }) {
            // Only controls with a value are refused.
            try? await player.control(AudioControl(.resume, track: place.track), session: place.session)
            for other in pauses.withLock({ $0.tracks(in: place) }) {
                try? await player.control(AudioControl(.pause, track: other.track), session: other.session)
            }
        }
    }
}
