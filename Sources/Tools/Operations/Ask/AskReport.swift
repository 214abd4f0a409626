import SaybusMessages

/// The result of `saybus ask --json`.
struct AskReport: Sendable, Equatable, Codable {
    /// The id of the turn, by which `saybus-tap` shows it.
    let turn: String
    /// The text that was sent.
    let text: String
    /// The outcome in `turn.ended`.
    let outcome: TurnEnded.Outcome
    /// The app whose command was invoked; nil when none was.
    let app: String?
    /// The type of the command that was invoked; nil when none was.
    let command: String?
    /// The spoken answer.
    let spoken: String?
    /// The reason why the turn failed.
    let reason: String?
    /// Microseconds from the transcript to `command.invoked`.
    let commandUs: Int64?
    /// All steps of the turn, in order.
    let steps: [AskStep]

    init(_ record: AskRecord, _ end: TurnEnded) {
        turn = record.turn.description
        text = record.text
        outcome = end.outcome
        app = end.app
        command = end.command
        spoken = end.spoken
        reason = end.reason
        commandUs = record.commandUs
        steps = record.steps
    }
}
