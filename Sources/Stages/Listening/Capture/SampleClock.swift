/// Tells at which sample a live source was at a time, though its blocks come late and several at once when the machine is busy.
struct SampleClock: Sendable {
    /// How much later than expected blocks may come before it is taken for another count, in microseconds.
    private static let longest: Int64 = 2_000_000
    /// How fast the device's clock may be slower than this machine's: 0.1 %, in microseconds of a sample of 16 kHz.
    private static let drift = 0.0625
    /// When all blocks were late for so long, 5 s, the device has lost sound without saying how much, or the wall clock was set.
    private static let window = 80_000

    /// When the sample 0 would have come, in microseconds of the wall clock, had nothing been late.
    private var zero: Double?
    /// The same by the blocks of this window alone, and how many samples it has.
    private var latest: (zero: Double, count: Int) = (0, 0)
    private var end = 0

    /// A block was taken that ends before `end`, in samples of 16 kHz, at a time in microseconds of the wall clock.
    mutating func note(end: Int, at time: Int64) {
        let now = Double(time) - Double(end) * 62.5
        let passed = max(0, end - self.end)
        self.end = end
        guard let zero, now - zero < Double(Self.longest) else {
            self.zero = now
            latest = (now, 0)
            return
        }
        // The earliest block tells best.
        let slower = Double(passed) * Self.drift
        self.zero = min(now, zero + slower)
        latest = (min(now, latest.zero + slower), latest.count + passed)
        guard latest.count >= Self.window else { return }
        self.zero = latest.zero
        latest = (now, 0)
    }

    /// Where the source was at a time; nil when that is not within two seconds of its last block.
    func position(at time: Int64) -> Int? {
        guard let zero else { return nil }
        let place = (Double(time) - zero) / 62.5
        return abs(place - Double(end)) < 32_000 ? max(0, Int(place)) : nil
    }
}
