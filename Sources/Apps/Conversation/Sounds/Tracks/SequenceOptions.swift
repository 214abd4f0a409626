import SaybusMessages

/// The way in which a sequence is played.
struct SequenceOptions: Sendable {
    /// Whether the sequence asks the user a question.
    var isQuestion = false
    /// Whether the completion is called when the tracks are suspended, before the sequence is played to its end: until
    /// then, the user could say nothing.
    var endsAtSuspension = false
    /// The treatment of what other programs play on the track; nil plays after it.
    var policy: AudioSequence.Policy?
    /// The reaction when the user speaks; nil for the audio stage's own setting.
    var bargeIn: AudioSequence.BargeIn?
}
