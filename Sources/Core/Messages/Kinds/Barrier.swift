/// A message that a stage sends to itself through the broker: when it returns, the stage's earlier
/// subscriptions are in effect.
public struct Barrier: BusMessage {
    /// `barrier`. Its session is `<role>.<instance>.<run>.<number>`, to which only its sender subscribes.
    public static let kind: Kind = "barrier"

    /// The number of the attempt, from 0.
    public var attempt: Int
    /// In the session `rejoined`, the turns whose ends the sender may have missed, at most ``maximumTurns``: the stage
    /// that has ended one publishes the end again. Absent when there is none.
    public var turns: [TurnID]?

    /// The most turns that one message asks for.
    public static let maximumTurns = 256

    /// Creates an attempt.
    public init(attempt: Int, turns: [TurnID]? = nil) { (self.attempt, self.turns) = (attempt, turns) }

    /// The schema of the body, which `saybus schema barrier` prints.
    public static let schema = Schema.object(
        "A message that a stage sends to itself, to learn that its subscriptions are in effect.",
        [
            .required("attempt", .integer, "Number of the attempt, from 0."),
            .optional(
                "turns", .array(.string),
                "In the session \"rejoined\": turns whose ends the sender may have missed, at most 256."),
        ])
    /// The first attempt, and a question for an end.
    public static let examples = [Barrier(attempt: 0), Barrier(attempt: 0, turns: [TurnID()])]
}
