/// A message that a stage sends to itself through the broker: when it returns, the stage's earlier
/// subscriptions are in effect.
public struct Barrier: BusMessage {
    /// `barrier`. Its session is `<role>.<instance>.<run>.<number>`, to which only its sender subscribes.
    public static let kind: Kind = "barrier"

    /// The number of the attempt, from 0.
    public var attempt: Int

    /// Creates an attempt.
    public init(attempt: Int) { self.attempt = attempt }

    /// The schema of the body.
    public static let schema = Schema.object(
        "A message that a stage sends to itself, to learn that its subscriptions are in effect.",
        [.required("attempt", .integer, "Number of the attempt, from 0.")])
    /// The first attempt.
    public static let examples = [Barrier(attempt: 0)]
}
