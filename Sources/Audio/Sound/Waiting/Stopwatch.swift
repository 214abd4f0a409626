/// A stopwatch on any clock, started when it is created.
package struct Stopwatch: Sendable {
    /// Returns the time since the start.
    package let elapsed: @Sendable () -> Duration
    /// Sleeps until a time since the start.
    package let sleep: @Sendable (Duration) async throws -> Void

    /// Starts a stopwatch.
    package init(_ clock: any Clock<Duration>) { self = Self.start(clock) }

    private init(
        elapsed: @escaping @Sendable () -> Duration, sleep: @escaping @Sendable (Duration) async throws -> Void
    ) {
        (self.elapsed, self.sleep) = (elapsed, sleep)
    }

    private static func start<Time: Clock<Duration>>(_ clock: Time) -> Self {
        let start = clock.now
        return Self(
            elapsed: { start.duration(to: clock.now) },
            sleep: { try await clock.sleep(until: start.advanced(by: $0), tolerance: nil) })
    }
}
