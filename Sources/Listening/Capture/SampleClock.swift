/// Tells at which sample a live source was at a time, though its blocks come late and several at once when the machine is busy.
struct SampleClock: Sendable {
    /// How much later than expected blocks may come before it is taken for another count, in microseconds.
    private static let longest: Int64 = 2_000_000
    /// How fast the device's clock may be slower than this machine's: 0.1 %, in microseconds of a sample of 16 kHz.
    private static let drift = 0.0625

    /// When the sample 0 would have come, in microseconds of the wall clock, had nothing been late.
    private var zero: Double?
    private var end = 0

    /// A block was taken that ends before `end`, in samples of 16 kHz, at a time in microseconds of the wall clock.
    mutating func note(end: Int, at time: Int64) {
        let now = Double(time) - Double(end) * 62.5
        let passed = max(0, end - self.end)
        self.end = end
        guard let zero, now - zero < Double(Self.longest) else {
            zero = now
            return
        }
        // The earliest block tells best.
        self.zero = min(now, zero + Double(passed) * Self.drift)
    }

    /// Where the source was at a time; nil when that is not within two seconds of its last block.
    func position(at time: Int64) -> Int? {
        guard let zero else { return nil }
        let place = (Double(time) - zero) / 62.5
        return abs(place - Double(end)) < 32_000 ? max(0, Int(place)) : nil
    }
}
