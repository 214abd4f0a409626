import SaybusPatternMatching

/// The speed of matching, one utterance at a time on one thread.
public struct MatchingSpeed: Sendable, Encodable {
    /// The number of utterances that one thread matches in a second.
    public let utterancesPerSecond: Double
    /// The median time of an utterance, in microseconds.
    public let medianMicroseconds: Double
    /// The 99th percentile of the time of an utterance, in microseconds.
    public let p99Microseconds: Double

    /// Measures the matching of all texts, repeatedly; nil without texts.
    /// - Parameters:
    ///   - texts: The texts, each with the circumstances in which it is said.
    ///   - matcher: The matcher.
    ///   - duration: The least duration of the measurement, after a first round that is not measured.
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
