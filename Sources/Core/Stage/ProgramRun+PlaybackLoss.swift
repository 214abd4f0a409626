import SaybusBus
import SaybusMessages

extension ProgramRun {
    /// Returns why this run of an audio stage plays its sequences no more, by a status: it is gone, or the stage was
    /// started again. Nil when it may still play them.
    package func playbackLoss(by status: Message<StageStatus>) -> String? {
        let body = status.body
        switch sign(in: status) {
        case .ended, .lost: return "the audio stage \(body.instance) is \(body.state.rawValue)"
        case .replaced: return "the audio stage \(body.instance) was started again"
        case .alive, .namesake, nil: return nil
        }
    }
}
