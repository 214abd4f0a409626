// Security: what the broker's policy does not allow.

/// The broker's policy does not allow something: told to the owner of the key, in the session that is the key in hexadecimal digits.
public struct Refusal: BusMessage {
    /// `refusal`
    public static let kind: Kind = "refusal"

    /// What was refused.
    public enum Direction: String, Sendable, Codable, CaseIterable {
        /// A message was not passed on.
        case publish
        /// A subscription was not granted, or only a part of it.
        case subscribe
        /// A message was passed on, and not kept for those who come later: there is no room.
        case retain
    }

    /// What the policy calls the owner of the key; without keys, the source.
    public var user: String
    /// What was refused.
    public var direction: Direction
    /// The kind that was published, or the prefix of topics that was subscribed to.
    public var subject: String
    /// Who published, as the message's header says; nil for a subscription.
    public var source: Source?
    /// Whether a part of what was subscribed to is granted.
    public var isPartial: Bool
    /// How often this has been refused so far; not every time is told.
    public var count: Int
    /// What happened and what to do.
    public var reason: String

    /// A refusal.
    public init(
        user: String, direction: Direction, subject: String, source: Source? = nil, isPartial: Bool = false,
        count: Int, reason: String
    ) {
        self.user = user
        self.direction = direction
        self.subject = subject
        self.source = source
        self.isPartial = isPartial
        self.count = count
        self.reason = reason
    }

    /// The body's shape.
    public static let schema = Schema.object(
        "The broker does not do something that was asked of it; told in the session that is the public key in hexadecimal digits.",
        [
            .required("user", .string, "What the policy calls the owner of the key; without keys, the source."),
            .required("direction", .choice(Direction.allCases.map(\.rawValue)), "What was refused."),
            .required("subject", .string, "The kind published or retained, or the prefix of topics subscribed to."),
            .optional("source", .string, "Who published, as role/instance."),
            .required("isPartial", .boolean, "Whether a part of what was subscribed to is granted."),
            .required("count", .integer, "How often this has been refused so far; not every time is told."),
            .required("reason", .string, "What happened and what to do."),
        ])
    /// A publication and a subscription.
    public static let examples = [
        Refusal(
            user: "satellite", direction: .publish, subject: "command.invoked",
            source: Source(role: "listen", instance: "file-1"), count: 4,
            reason: "the policy does not let \"satellite\" publish command.invoked"),
        Refusal(
            user: "tap", direction: .subscribe, subject: "", isPartial: true, count: 1,
            reason: "the policy withholds audio.input, audio.output from \"tap\""),
    ]
}
