import SaybusBus
import SaybusMessages
import SaybusStage

/// A sound that is being played for Hermes apps, until its end. Pure.
struct HermesPlayback: Sendable, Equatable {
    /// The purpose of the sound.
    let play: HermesBridge.Play
    /// The site at which it is played.
    let site: Session
    /// The time of the last report on it, or of its beginning.
    private(set) var since: ContinuousClock.Instant
    /// The audio stage that has it; nil before the first report.
    private var player: ProgramRun?
    /// Whether it waits for others, or is paused, for as long as its audio stage lives.
    private var isHeld = false

    init(_ play: HermesBridge.Play, at site: Session, now: ContinuousClock.Instant) {
        (self.play, self.site, since) = (play, site, now)
    }

    /// Applies a report.
    mutating func apply(_ report: AudioPlayback, _ header: Header, now: ContinuousClock.Instant) {
        (player, since) = (ProgramRun(header), now)
        isHeld = report.state == .queued || report.state == .suspended
    }

    /// Returns why the sound is played no more, by the status of a stage; nil when it may still be played.
    func loss(by status: Message<StageStatus>) -> String? { player?.playbackLoss(by: status) }

    /// Returns whether no report has come for a time.
    func isOverdue(_ now: ContinuousClock.Instant, after time: Duration) -> Bool { !isHeld && now - since > time }
}
