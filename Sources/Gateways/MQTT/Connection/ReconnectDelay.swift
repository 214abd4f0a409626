/// The time to wait before the next attempt to connect: it doubles from a quarter of a second to fifteen seconds, and
/// begins anew after a connection. Pure.
struct ReconnectDelay: Sendable {
    static let shortest = Duration.milliseconds(250)
    static let longest = Duration.seconds(15)

    private var next = shortest

    /// Returns the time to wait now.
    mutating func take() -> Duration {
        defer { next = min(next * 2, Self.longest) }
        return next
    }

    /// Begins anew, after a connection.
    mutating func reset() { next = Self.shortest }
}
