/// What can be wrong with sound that comes by the clock: samples that were lost, and a device whose second is none.
struct CaptureHealth: Sendable {
    /// What is to be told.
    enum Finding: Sendable, Equatable {
        /// So many samples were lost since the last word on it.
        case lost(samples: Int)
        /// None was lost for a minute.
        case wholeAgain
        /// The device is fast by so many millionths, or slow when negative.
        case drift(millionths: Int)
    }

    /// Losses are told at most so often.
    private static let interval = Duration.seconds(5)
    private static let minute = Duration.seconds(60)
    /// Differences that are smaller do no harm: 0.3 s in 10 minutes.
    private static let leastDrift = 500.0
    /// Larger ones are no clock's, but a file's in a pipe.
    private static let mostDrift = 50_000.0
    /// A block may come so much late without a meaning.
    private static let jitter = Duration.milliseconds(100)

    private let rate: Int
    private var start: ContinuousClock.Instant?
    private var samples = 0
    private var untold = 0
    private var lastLoss: ContinuousClock.Instant?
    private var lastWord: ContinuousClock.Instant?
    private var nextDrift = Self.minute

    init(rate: Int = 16_000) { self.rate = rate }

    /// A block of so many samples came, before which so many were lost.
    mutating func note(samples count: Int, lost: Int, at now: ContinuousClock.Instant) -> [Finding] {
        var findings: [Finding] = []
        if lost > 0 {
            untold += lost
            lastLoss = now
        }
        if untold > 0, lastWord.map({ now - $0 >= Self.interval }) ?? true {
            findings.append(.lost(samples: untold))
            (untold, lastWord) = (0, now)
        } else if let last = lastLoss, now - last >= Self.minute {
            findings.append(.wholeAgain)
            (lastLoss, lastWord) = (nil, nil)
        }
        guard let start else {
            start = now
            return findings
        }
        samples += count + lost
        let elapsed = now - start
        if elapsed >= nextDrift {
            let heard = Duration.seconds(Double(samples) / Double(rate))
            let difference = heard - elapsed
            if abs(difference / .seconds(1)) > Self.jitter / .seconds(1) {
                let millionths = difference / elapsed * 1_000_000
                if (Self.leastDrift...Self.mostDrift).contains(abs(millionths)) {
                    findings.append(.drift(millionths: Int(millionths)))
                }
            }
            // Rarer and rarer: it does not change.
            nextDrift = elapsed * 4
        }
        return findings
    }

    /// The device was away: its time begins anew.
    mutating func restart() { (start, samples, nextDrift) = (nil, 0, Self.minute) }
}
