import SaybusBus
import SaybusMessages

/// The audio stage that has a sequence, and its run.
package struct PlayingStage: Sendable, Equatable {
    private let stage: ProgramRun

    /// Creates the player of a sequence from the header of its report or receipt.
    package init(_ header: Header) { stage = ProgramRun(header) }

    /// Returns why the sequence is played no more, by a status: its player is gone or was restarted. Nil when it may
    /// still be played.
    package func loss(by status: Message<StageStatus>) -> String? {
        let body = status.body
        switch stage.sign(in: status) {
        case .ended, .lost: return "the audio stage \(body.instance) is \(body.state.rawValue)"
        case .replaced: return "the audio stage \(body.instance) was started again"
        case .alive, .namesake, nil: return nil
        }
    }
}
