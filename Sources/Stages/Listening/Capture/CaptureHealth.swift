import SaybusMessages
import SaybusSound

/// A monitor of a live source: detects lost samples, faults of the microphone, and a device whose clock differs from
/// the machine's.
struct CaptureHealth: Sendable {
    /// A finding to report.
    enum Finding: Sendable, Equatable {
        /// Samples were lost, `samples` of them since the last report.
        case lost(samples: Int)
        /// The device itself lost samples, `times` times since the last report.
        case overflown(times: Int)
        /// No sample has been lost for a minute after a loss.
        case recovered
        /// The device's clock is fast by this number of parts per million, or slow when it is negative.
        case drift(millionths: Int)
        /// The microphone's sound has a fault.
        case fault(MicrophoneFault)
        /// The microphone's sound has no fault any more.
        case faultless
    }

    /// The shortest time between two reports of losses.
    private static let interval = Duration.seconds(5)
    private static let minute = Duration.seconds(60)
    /// The smallest drift that is reported, in parts per million: 0.3 s in 10 minutes.
    private static let minimumDrift = 500.0
    /// The largest difference that can be a clock's drift, in parts per million. Greater ones come from a file in a
    /// pipe.
    private static let maximumDrift = 50_000.0
    /// The largest difference between recorded and elapsed time that a late block alone may cause.
    private static let jitter = Duration.milliseconds(100)

    private let rate: Int
    private var judge = MicrophoneJudge()
    /// The fault that was reported and is not over; nil for none.
    private var reportedFault: MicrophoneFault?
    private var start: ContinuousClock.Instant?
    private var samples = 0
    private var unreported = 0
    private var unreportedOverflows = 0
    private var lastLoss: ContinuousClock.Instant?
    private var lastReport: ContinuousClock.Instant?
    private var nextDrift = Self.minute

    init(rate: Int = PCMFormat.speech.rate) { self.rate = rate }

    /// Observes a block, before which `lost` samples were lost, and further ones `overflows` times in the device.
    mutating func observe(
        _ block: [Int16], lost: Int, overflows: Int = 0, at now: ContinuousClock.Instant
    ) -> [Finding] {
        _ = judge.observe(block)
        // A judge that has begun anew knows of no fault, either.
        let heard = judge.fault == reportedFault ? [] : [judge.fault.map(Finding.fault) ?? .faultless]
        reportedFault = judge.fault
        return heard + observe(samples: block.count, lost: lost, overflows: overflows, at: now)
    }

    /// Observes a block of `count` samples, before which `lost` samples were lost, and further ones `overflows` times
    /// in the device.
    mutating func observe(
        samples count: Int, lost: Int, overflows: Int = 0, at now: ContinuousClock.Instant
    ) -> [Finding] {
        var findings: [Finding] = []
        if lost > 0 || overflows > 0 {
            unreported += lost
            unreportedOverflows += overflows
            lastLoss = now
        }
        // Nobody knows how many samples an overflow took, so the drift can be measured only after it.
        if overflows > 0 { restartClock() }
        if unreported > 0 || unreportedOverflows > 0, lastReport.map({ now - $0 >= Self.interval }) ?? true {
            // The status has the last finding: that of the amount, if there is one.
            if unreportedOverflows > 0 { findings.append(.overflown(times: unreportedOverflows)) }
            if unreported > 0 { findings.append(.lost(samples: unreported)) }
            (unreported, unreportedOverflows, lastReport) = (0, 0, now)
        } else if let last = lastLoss, now - last >= Self.minute {
            findings.append(.recovered)
            (lastLoss, lastReport) = (nil, nil)
        }
        guard let start else {
            start = now
            return findings
        }
        samples += count + lost
        let elapsed = now - start
        if elapsed >= nextDrift {
            let recorded = Duration.seconds(Double(samples) / Double(rate))
            let difference = recorded - elapsed
            if abs(difference / .seconds(1)) > Self.jitter / .seconds(1) {
                let millionths = difference / elapsed * 1_000_000
                if (Self.minimumDrift...Self.maximumDrift).contains(abs(millionths)) {
                    findings.append(.drift(millionths: Int(millionths)))
                }
            }
            // The intervals grow, because a clock's drift does not change.
            nextDrift = elapsed * 4
        }
        return findings
    }

    /// Observes a frame of which the detector says that it is speech.
    mutating func observeSpeech(_ frame: [Int16]) { judge.observeSpeech(frame) }

    /// Starts measuring the drift again, after the device was missing.
    mutating func restart() {
        restartClock()
        judge.restart()
    }

    private mutating func restartClock() { (start, samples, nextDrift) = (nil, 0, Self.minute) }
}
