import SaybusMessages

/// What became of a text, for `--json`.
public struct AskReport: Sendable, Equatable, Codable {
    /// The turn.
    public let turn: String
    /// What was sent.
    public let text: String
    /// How the turn ended.
    public let outcome: TurnEnded.Outcome
    /// Whose command; nil when none was invoked.
    public let app: String?
    /// Which command.
    public let command: String?
    /// What was said in answer.
    public let spoken: String?
    /// Why it failed.
    public let reason: String?
    /// Microseconds from the transcript to `command.invoked`.
    public let commandUs: Int64?
    /// All that happened, in order.
    public let steps: [AskStep]

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
