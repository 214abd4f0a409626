/// The time to wait before the next attempt to connect: it doubles from a quarter of a second to fifteen seconds, and
/// begins anew after a connection, unless the one before was short, too. Pure.
struct ReconnectDelay: Sendable {
    static let minimum = Duration.milliseconds(250)
    static let maximum = Duration.seconds(15)
    /// The time from which on a connection is no short one.
    static let steady = Duration.seconds(10)
    /// The short connections in a row from which on somebody seems to end them.
    private static let suspicious = 3

    private var next = minimum
    private var shortConnections = 0

    /// Whether connections end again and again soon after the broker has accepted them, as with two clients of one id.
    var isFlapping: Bool { shortConnections >= Self.suspicious }

    /// Returns the time to wait now.
    mutating func take() -> Duration {
        defer { next = min(next * 2, Self.maximum) }
        return next
    }

    /// Records the end of a connection that the broker had accepted.
    mutating func ended(after life: Duration) {
        let isShort = life < Self.steady
        if !isShort || shortConnections == 0 { next = Self.minimum }
        shortConnections = isShort ? shortConnections + 1 : 0
    }
}
