import SaybusPatternMatching

/// How fast utterances are matched, one at a time on one thread.
public struct MatchingSpeed: Sendable, Encodable {
    /// Utterances a second.
    public let utterancesPerSecond: Double
    /// Half of the utterances took at most so long, in microseconds.
    public let medianMicroseconds: Double
    /// 99 of 100 utterances took at most so long, in microseconds.
    public let p99Microseconds: Double

    /// Matches all texts again and again for a while.
    ///
    /// - Parameter duration: How long to measure at least, after a round that is not measured.
    public init?(
        _ texts: [(text: String, context: [String: String])], _ matcher: PatternMatcher,
        for duration: Duration = .seconds(1)
    ) {
        guard !texts.isEmpty else { return nil }
        let clock = ContinuousClock()
        for (text, context) in texts { _ = matcher.match(text, context: context) }
        var times: [Duration] = []
        let start = clock.now
        while clock.now - start < duration, times.count < 1_000_000 {
            for (text, context) in texts {
                let before = clock.now
                _ = matcher.match(text, context: context)
                times.append(clock.now - before)
            }
        }
        let total = clock.now - start
        times.sort()
        utterancesPerSecond = Double(times.count) / (total / .seconds(1))
        medianMicroseconds = times[times.count / 2] / .microseconds(1)
        p99Microseconds = times[times.count * 99 / 100] / .microseconds(1)
    }
}
