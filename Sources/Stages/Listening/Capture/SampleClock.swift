/// A clock that converts times to positions in a live source. When the machine is busy, blocks of the source may
/// arrive late, or several at once; the clock allows for this.
struct SampleClock: Sendable {
    /// The longest delay of a block, in microseconds. A longer one means that the source has started a new count.
    private static let maximumDelay: Int64 = 2_000_000
    /// The largest delay by which the device's clock may fall behind the machine's with each sample of 16 kHz, in
    /// microseconds: 0.1 %.
    private static let drift = 0.0625
    /// The samples, 5 s, after which the clock is set anew by the earliest block among them. When all blocks were late
    /// for so long, the device has lost samples without reporting it, or the wall clock was set.
    private static let window = 80_000

    /// The time at which sample 0 would have arrived without any delay, in microseconds of the wall clock.
    private var zero: Double?
    /// The time of sample 0 by the blocks of the current window alone, and the window's number of samples.
    private var latest: (zero: Double, count: Int) = (0, 0)
    private var end = 0

    /// Observes a block that arrived.
    /// - Parameters:
    ///   - end: The position after the block's last sample, in samples of 16 kHz.
    ///   - time: The time of its arrival, in microseconds of the wall clock.
    mutating func observe(end: Int, at time: Int64) {
        let now = Double(time) - Double(end) * 62.5
        let passed = max(0, end - self.end)
        self.end = end
        guard let zero, now - zero < Double(Self.maximumDelay) else {
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

    /// Returns the position of the source at a time of the wall clock; nil when that is two seconds or more away from
    /// the last block.
    func position(at time: Int64) -> Int? {
        guard let zero else { return nil }
        let place = (Double(time) - zero) / 62.5
        return abs(place - Double(end)) < 32_000 ? max(0, Int(place)) : nil
    }
}
