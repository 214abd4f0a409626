/// A clock that converts times to positions in a live source, although its blocks come late, and several at once,
/// when the machine is busy.
struct SampleClock: Sendable {
    /// A longer delay means that the source has started a new count, in microseconds.
    private static let longest: Int64 = 2_000_000
    /// The most that the device's clock may be slower than the machine's: 0.1 %, in microseconds for a sample of 16
    /// kHz.
    private static let drift = 0.0625
    /// After this many samples, 5 s, in which all blocks were late, the device has lost samples without reporting
    /// it, or the wall clock was set.
    private static let window = 80_000

    /// The time at which sample 0 would have come without any delay, in microseconds of the wall clock.
    private var zero: Double?
    /// The time of sample 0 by the blocks of the current window alone, and the window's number of samples.
    private var latest: (zero: Double, count: Int) = (0, 0)
    private var end = 0

    /// Observes a block that ends before `end`, in samples of 16 kHz, and arrived at a time in microseconds of the
    /// wall clock.
    mutating func observe(end: Int, at time: Int64) {
        let now = Double(time) - Double(end) * 62.5
        let passed = max(0, end - self.end)
        self.end = end
        guard let zero, now - zero < Double(Self.longest) else {
            self.zero = now
            latest = (now, 0)
            return
        }
        // The earliest block has the shortest delay.
        let slower = Double(passed) * Self.drift
        self.zero = min(now, zero + slower)
        latest = (min(now, latest.zero + slower), latest.count + passed)
        guard latest.count >= Self.window else { return }
        self.zero = latest.zero
        latest = (now, 0)
    }

    /// Returns the position of the source at a time; nil when that is more than two seconds away from its last
    /// block.
    func position(at time: Int64) -> Int? {
        guard let zero else { return nil }
        let place = (Double(time) - zero) / 62.5
        return abs(place - Double(end)) < 32_000 ? max(0, Int(place)) : nil
    }
}
