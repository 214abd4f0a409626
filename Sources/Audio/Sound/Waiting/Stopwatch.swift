/// Measures time from its making, on any clock.
package struct Stopwatch: Sendable {
    /// How long it runs.
    package let elapsed: @Sendable () -> Duration
    /// Sleeps until it shows so much.
    package let sleep: @Sendable (Duration) async throws -> Void

    /// A stopwatch that starts now.
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
