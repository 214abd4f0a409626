/// A notice that the broker's policy does not permit a message or a subscription.
///
/// Published by the broker in the session whose name is the owner's public key in hexadecimal digits.
public struct Refusal: BusMessage {
    /// `refusal`
    public static let kind: Kind = "refusal"

    /// The action that was refused.
    public enum Direction: String, Sendable, Codable, CaseIterable {
        /// The broker did not forward a message.
        case publish
        /// The broker did not grant a subscription, or only a part of it.
        case subscribe
        /// The broker forwarded a message, but did not retain it, because its store is full.
        case retain
    }

    /// The policy's name for the owner of the key; on a bus without keys, the source.
    public var user: String
    /// The action that was refused.
    public var direction: Direction
    /// The kind of the message, or the topic prefix of the subscription.
    public var subject: String
    /// The publisher according to the message's header; absent for a subscription.
    public var source: Source?
    /// Whether a part of the subscription was granted.
    public var isPartial: Bool
    /// The number of such refusals so far. The 1st, 2nd, 4th, 8th … are published.
    public var count: Int
    /// A sentence that says what happened and what to do.
    public var reason: String

    /// Creates a refusal.
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

    /// The schema of the body, which `saybus schema refusal` prints.
    public static let schema = Schema.object(
        "A refusal by the broker, published in the session that is the client's public key in hexadecimal digits.",
        [
            .required("user", .string, "The policy's name for the owner of the key; without keys, the source."),
            .required("direction", .choice(Direction.allCases.map(\.rawValue)), "The action that was refused."),
            .required("subject", .string, "The kind of the message, or the topic prefix of the subscription."),
            .optional("source", .string, "The publisher, as role/instance."),
            .required("isPartial", .boolean, "Whether a part of the subscription was granted."),
            .required("count", .integer, "Number of such refusals so far; the 1st, 2nd, 4th, 8th … are published."),
            .required("reason", .string, "A sentence that says what happened and what to do."),
        ])
    /// A refused message, and a partly granted subscription.
    public static let examples = [
        Refusal(
            user: "satellite", direction: .publish, subject: "command.invoked",
            source: Source(role: .listen, instance: "file-1"), count: 4,
            reason: "the policy does not let \"satellite\" publish command.invoked"),
        Refusal(
            user: "tap", direction: .subscribe, subject: "", isPartial: true, count: 1,
            reason: "the policy withholds audio.input, audio.output from \"tap\""),
    ]
}
