import SaybusStage

/// The kinds of lasting problems of the stages that play sound.
enum SoundProblem: Int, ProblemKind {
    /// No sound is heard.
    case loudspeaker
    /// No speech is heard.
    case speech
    /// Sequences are refused.
    case queue
    /// Another engine speaks.
    case voice
}
