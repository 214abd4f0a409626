/// Signal-to-noise ratios in reports.
enum Decibels {
    /// Returns a ratio with the decimals that it has: `12 dB`, `12.5 dB`.
    static func text(_ ratio: Double) -> String {
        let whole = Int(exactly: ratio).map { "\($0)" }
        return "\(whole ?? "\(ratio)") dB"
    }
}
