import SaybusDispatch

/// A sequence that an app has posted on a track, until its end.
struct PostedSequence {
    /// The closures that its events wait for.
    var sequence: SequenceCompletions
    /// The turn that waits for the sequence; nil for none.
    var turn: ConversationTurn?
    /// The track.
    let track: AudioTrackIdentifier
    /// The way in which it is played.
    let options: SequenceOptions
    /// Whether the app cancelled the sequence, which is no failure of the turn.
    var isCancelled = false
    /// Called if the sequence ends because the audio stage cannot play an event; nil for nothing.
    var refusal: AudioEventSequenceItem.Start?
    /// The limit of the time for which the turn waits while the tracks are suspended.
    var limit: LimitTimer?
    /// Returns the time since the sequence was posted.
    let age: @Sendable () -> Duration
    /// Called when the whole sequence is over; nil for nothing.
    var completion: (@ConversationActor (AudioTrackCoordinator.End) -> Void)?
    /// Called with the reason of the end, before the completion; nil for nothing.
    let onEnd: (@ConversationActor (PlaybackEnd) -> Void)?
}
