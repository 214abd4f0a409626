import SaybusMessages
import Synchronization

/// A holder of sequences that come by themselves, such as a timer's alarm, while somebody speaks: they would spoil the
/// sentence.
///
/// The statuses of all stages come once a second, and end the hold when speech takes too long.
final class SpeechHold: Sendable {
    private let player: SequencePlayer
    private let speech = Mutex(OpenSpeech())

    /// Creates a hold without speech.
    init(player: SequencePlayer) { self.player = player }

    /// Handles the start of a turn's speech.
    func began(_ turn: TurnID?) { if let turn { update { $0.began(turn, at: .now) } } }

    /// Handles the end of a turn's speech.
    func ended(_ turn: TurnID?) { if let turn { update { $0.ended(turn) } } }

    /// Ends the hold for speech that takes too long.
    func review() { update { _ in } }

    private func update(_ change: (inout OpenSpeech) -> Void) {
        let isGoingOn = speech.withLock { speech in
            change(&speech)
            return speech.isGoingOn(at: .now)
        }
        player.setSpeaking(isGoingOn)
    }
}
