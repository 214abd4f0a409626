#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// Tells what is left of the echo from somebody who speaks over it: how loud what is left is against what was played follows the
/// canceller's success, and whoever speaks is clearly above that.
struct ResidualEcho: Sendable {
    /// How many decibels above what is usually left somebody speaks.
    private static let margin = 9.0
    /// Decibels a second by which what is usually left grows under more, and shrinks under less.
    private static let (rise, fall) = (6.0, 30.0)
    /// Softer than this, the mean square of a block, nothing is played.
    private static let silence = 100.0
    /// How much of the loudness is left a block later, as a room's echo dies away: 60 dB in 0.4 s.
    private static let decay = 0.5

    private var loudness = 0.0
    /// What is usually left, in decibels against what was played.
    private var usual: Double?

    /// Takes a block's energies, the mean squares; a block takes 20 ms.
    /// - Returns: Whether what is left is echo.
    mutating func isEcho(left: Double, played: Double) -> Bool {
        loudness = max(played, loudness * Self.decay)
        guard loudness > Self.silence else { return false }
        let now = 10 * log10((left + 1) / loudness)
        guard let usual else {
            usual = now
            return true
        }
        self.usual = now > usual ? min(now, usual + Self.rise / 50) : max(now, usual - Self.fall / 50)
        return now < usual + Self.margin
    }
}
