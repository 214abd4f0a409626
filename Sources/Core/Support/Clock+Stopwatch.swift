extension Clock where Duration == Swift.Duration {
    /// Starts to measure a time.
    /// - Returns: A closure that returns the time so far.
    package func stopwatch() -> @Sendable () -> Swift.Duration {
        let start = now
        return { start.duration(to: self.now) }
    }
}
