import Synchronization

/// A token bucket that limits the messages from MQTT: a burst, and then a rate.
final class TokenBucket: Sendable {
    private struct State {
        var tokens: Double
        var filled: ContinuousClock.Instant?
    }

    /// The seconds of the rate that may come at once.
    static let burst = 4.0

    private let perSecond: Double
    private let state: Mutex<State>

    init(perSecond: Int) {
        self.perSecond = Double(perSecond)
        state = Mutex(State(tokens: Double(perSecond) * Self.burst))
    }

    /// Takes a token for one message.
    /// - Returns: False when there were too many messages.
    func take(at now: ContinuousClock.Instant = .now) -> Bool {
        state.withLock { state in
            if let filled = state.filled {
                let added = max(0, (now - filled) / .seconds(1)) * perSecond
                state.tokens = min(perSecond * Self.burst, state.tokens + added)
            }
            state.filled = now
            guard state.tokens >= 1 else { return false }
            state.tokens -= 1
            return true
        }
    }
}
