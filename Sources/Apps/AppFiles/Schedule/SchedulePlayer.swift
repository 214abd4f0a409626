import SaybusMessages

/// A player of due timers, alarms and reminders in the rooms that have set them.
protocol SchedulePlayer: Sendable {
    /// Runs actions in a room.
    /// - Returns: The events that are to be played.
    func run(_ plan: ActionPlan, in session: Session, _ what: String) async -> [AudioEvent]
    /// Plays events on the alarm track of a room, and waits for their end.
    /// - Returns: The part of them that was heard.
    func play(_ events: [AudioEvent], in session: Session) async -> HeardPart
    /// Stops the alarm track of a room.
    func silence(_ session: Session) async
    /// Logs that the actions of a due item were cut off by the end of the program.
    func logInterruption(of what: String, in session: Session) async
    /// Logs that the actions of a due item are not run.
    func logOmission(of what: String, _ reason: String, in session: Session) async
    /// Logs that nobody has heard a due item.
    func logUnheard(_ what: String, in session: Session) async
    /// Reports a problem.
    func report(_ problem: String) async
}

/// The part of a sequence that was heard in a room.
enum HeardPart: Sendable, Equatable {
    /// The whole sequence.
    case whole
    /// A part of it, or somebody has stopped it.
    case part
    /// Nothing: no audio stage could play it.
    case nothing
}
