import SaybusMessages
import Synchronization

/// A holder of the pauses that stages demand, which end with the stage that demanded them.
final class PauseHold: Sendable {
    private let player: SequencePlayer
    private let pauses = Mutex(DemandedPauses())

    init(player: SequencePlayer) { self.player = player }

    /// Applies a control that the player has performed.
    func apply(_ control: Message<AudioControl>) { pauses.withLock { $0.apply(control) } }

    /// Resumes what a stage has paused that is gone.
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
