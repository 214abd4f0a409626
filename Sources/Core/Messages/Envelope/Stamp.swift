/// Frame 3 of a message, with the facts that the broker has verified.
public struct Stamp: Sendable, Equatable, Codable {
    /// The position in the total order of this broker's messages, from 1.
    public var offset: UInt64
    /// The random number of the broker's run.
    public var epoch: UInt32
    /// The publisher as verified by CURVE; absent on a bus without keys.
    public var user: String?
    /// The time of forwarding: Unix time in microseconds, by the broker's clock.
    public var at: Int64

    /// Creates a stamp with every field.
    public init(offset: UInt64, epoch: UInt32, user: String? = nil, at: Int64) {
        (self.offset, self.epoch, self.user, self.at) = (offset, epoch, user, at)
    }

    /// The schema of the stamp frame.
    public static let schema = Schema.object(
        "The stamp frame, added by the broker.",
        [
            .required("offset", .integer, "Position in the total order of this broker's messages, from 1."),
            .required("epoch", .integer, "The broker's incarnation: random per start."),
            .optional("user", .string, "The verified publisher, where the transport verifies."),
            .required("at", .integer, "Time of forwarding: Unix time in microseconds, by the broker's clock."),
        ])
}
