import Glibc

/// A detector of residual echo by its level relative to the played sound. The usual level shows how well the
/// canceller works; a user's speech is clearly above it.
struct ResidualEcho: Sendable {
    /// The level of a user's speech above the usual level, in decibels.
    private static let margin = 9.0
    /// The rates, in decibels a second, at which the usual level rises and falls.
    private static let (rise, fall) = (6.0, 30.0)
    /// The mean square up to which the played sound counts as silence.
    private static let silence = 100.0
    /// The share of the energy that is left in a room one block later: 60 dB less after 0.4 s.
    private static let decay = 0.5

    private var loudness = 0.0
    /// The usual level of the remaining signal, in decibels relative to the played sound.
    private var usual: Double?

    /// Takes the mean squares of a block of 20 ms: of the remaining signal, and of the played sound.
    /// - Returns: Whether the remaining signal is echo.
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
