/// A reduction of steady noise: an estimate of each filter's noise, which follows the amplitude slowly, is subtracted.
struct NoiseReduction {
    /// The bits by which the estimate is finer than the amplitude.
    static let smoothingBits: UInt32 = 10
    /// The bits of the fractions below.
    private static let bits: UInt64 = 14
    /// The share of the newest amplitude in the estimates of even and of odd filters: 0.025 and 0.06.
    private static let (even, odd): (UInt64, UInt64) = (409, 983)
    /// The share of the amplitude that always remains: 0.05.
    private static let minimumShare: UInt64 = 819

    /// The noise in each filter, in units of an amplitude shifted left by ``smoothingBits``.
    private(set) var estimates = [UInt32](repeating: 0, count: FilterBank.count)

    /// Subtracts the noise from the amplitudes.
    mutating func apply(_ amplitudes: inout [UInt32]) {
        for place in amplitudes.indices {
            let share = place.isMultiple(of: 2) ? Self.even : Self.odd
            let scaled = amplitudes[place] << Self.smoothingBits
            let estimate = UInt32(
                truncatingIfNeeded: (UInt64(scaled) &* share &+ UInt64(estimates[place]) &* (1 << Self.bits - share))
                    >> Self.bits)
            estimates[place] = estimate
            let floor = UInt32(truncatingIfNeeded: (UInt64(amplitudes[place]) &* Self.minimumShare) >> Self.bits)
            amplitudes[place] = max((scaled - min(estimate, scaled)) >> Self.smoothingBits, floor)
        }
    }
}
