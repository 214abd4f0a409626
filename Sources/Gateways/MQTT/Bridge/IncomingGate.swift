import SaybusMessages

/// The number of messages that may come from MQTT: some at once, and then a rate. Pure.
struct IncomingGate: Sendable {
    /// The seconds of the rate that may come at once.
    static let burst = 4.0

    private let perSecond: Double
    private var rest: Double
    private var last: ContinuousClock.Instant?

    init(perSecond: Int) {
        self.perSecond = Double(perSecond)
        rest = Double(perSecond) * Self.burst
    }

    /// Takes one message.
    /// - Returns: False when there were too many.
    mutating func take(at now: ContinuousClock.Instant) -> Bool {
        if let last { rest = min(perSecond * Self.burst, rest + max(0, (now - last) / .seconds(1)) * perSecond) }
        last = now
        guard rest >= 1 else { return false }
        rest -= 1
        return true
    }
}
