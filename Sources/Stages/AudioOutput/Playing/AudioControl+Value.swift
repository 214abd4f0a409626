import SaybusMessages

extension AudioControl {
    /// Returns the volume to set, 0…1.
    /// - Throws: ``SynthesisError`` with code `outOfRange`.
    package func volume() throws(SynthesisError) -> Double {
        guard let value, value >= 0, value <= 1 else {
            throw SynthesisError(.outOfRange, "A volume is a value of 0 to 1.")
        }
        return value
    }

    /// Returns the rate to set, in words a minute. The engine knows its range.
    /// - Throws: ``SynthesisError`` with code `outOfRange`.
    package func rate() throws(SynthesisError) -> Int {
        guard let value, let rate = Int(exactly: value.rounded()) else {
            throw SynthesisError(.outOfRange, "A rate is a value in words a minute.")
        }
        return rate
    }
}
