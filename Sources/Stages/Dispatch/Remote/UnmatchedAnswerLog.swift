import SaybusMessages
import SaybusSupport
import Synchronization

/// A limiter of log lines about the answers of remote apps that fit no command: one a minute for each app. Bounded.
final class UnmatchedAnswerLog: Sendable {
    /// The shortest time between two lines about an app.
    static let interval = Duration.seconds(60)

    private let lines = Mutex(GenerationalCache<Source, ContinuousClock.Instant>(capacity: 256))

    /// Returns whether a line about an app is due, and records it.
    func isDue(for app: Source, at now: ContinuousClock.Instant = .now) -> Bool {
        lines.withLock { lines in
            if let last = lines[app], now - last < Self.interval { return false }
            lines[app] = now
            return true
        }
    }
}
