import SaybusStage

/// The kinds of lasting problems of the listening stage.
enum ListenProblem: Int, ProblemKind {
    /// The source gives no sound.
    case silence
    /// The wake word cannot be heard.
    case wake
    /// The microphone's sound has a fault.
    case fault
    /// A processor of sound fails.
    case processor
    /// Samples were lost, on their way or in the device.
    case loss
}
