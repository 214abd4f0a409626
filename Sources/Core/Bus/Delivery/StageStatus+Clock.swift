import SaybusMessages

extension StageStatus {
    /// A sentence about a clock that differs from the broker's by a second or more; nil when it does not.
    ///
    /// The difference harms nothing on the bus, but the log and the recordings of the stage's machine have other times.
    public var clockProblem: String? {
        guard let skew = clockSkewMs, Int64(clamping: skew.magnitude) >= Presence.minimumClockError / 1000 else {
            return nil
        }
        let side = skew > 0 ? "ahead of" : "behind"
        let seconds = (skew.magnitude + 500) / 1000
        return "the clock of its machine is \(seconds) s \(side) the broker's: set it, for example by NTP"
    }
}
