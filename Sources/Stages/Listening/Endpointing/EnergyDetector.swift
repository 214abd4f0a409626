import Glibc
import SaybusMessages
import SaybusSpeechSignal

/// A voice activity detector that takes a sound for speech when it is clearly louder than the room and has the pitch
/// of a voice.
///
/// The level is measured at 150 to 1000 Hz, where vowels are strong and the clatter of a room is not. It is
/// compared with a noise floor that follows the room. If the first sound has a pitch, the floor starts well below it,
/// because recordings may begin with their speech. The pitch is found by autocorrelation at 70 to 400 Hz. Loud sound
/// within 200 ms after a voiced sound counts as speech even without a pitch, because many consonants have none.
/// Whispered speech is not detected.
public struct EnergyDetector: VoiceActivityDetector {
    /// The level of speech above the room's noise, in decibels.
    public let margin: Double
    /// The lowest periodicity of a voice, 0…1: the height of the autocorrelation's peak.
    public let periodicity: Double

    private var band: VoiceBand
    private var floor: Double?
    private var seconds = 0.0
    private var secondsSinceVoice = Double.infinity

    /// The rates, in decibels a second, at which the floor rises under sound, and falls under silence after the
    /// first half second.
    private static let (rise, fall) = (4.0, 25.0)
    /// The seconds at the start in which a pitch means that the recording begins with speech.
    private static let beginning = 0.1
    /// The lowest periodicity, 0…1, of a first sound that counts as a voice and not as the room. With 0.6, one in
    /// eight recordings of a kitchen opened a turn at once.
    private static let pureVoice = 0.95
    /// The assumed level above the room of a voice at the start, in decibels in addition to the margin.
    private static let reserve = 6.0

    /// Creates a detector for sample rates of 8000 to 48 000 Hz.
    public init(rate: Int = PCMFormat.speech.rate, margin: Double = 12, periodicity: Double = 0.6) {
        band = VoiceBand(rate: rate)
        (self.margin, self.periodicity) = (margin, periodicity)
    }

    /// Returns the probability that the frame holds speech.
    public mutating func probability(_ frame: [Int16]) -> Double {
        guard !frame.isEmpty else { return 0 }
        let level = band.take(frame[...])
        let duration = Double(frame.count) / Double(band.rate)
        let floor = follow(level, duration)
        let loudness = Self.logistic((level - floor - margin) / 2)
        let voicing = Self.logistic((loudness < 0.5 ? 0 : band.periodicity - periodicity) / 0.05)
        if loudness >= 0.5, voicing >= 0.5 {
            secondsSinceVoice = 0
            return min(loudness, voicing)
        }
        secondsSinceVoice += duration
        return secondsSinceVoice <= 0.2 ? loudness : min(loudness, voicing)
    }

    /// Drops the noise floor.
    public mutating func reset() { self = Self(rate: band.rate, margin: margin, periodicity: periodicity) }

    /// Moves the noise floor towards the level, slowly up and faster down.
    private mutating func follow(_ level: Double, _ duration: Double) -> Double {
        var old = floor ?? level
        seconds += duration
        if seconds <= Self.beginning, band.periodicity >= Self.pureVoice {
            old = max(VoiceBand.minimumLevel, min(old, level - margin - Self.reserve))
        }
        let new =
            if level >= old {
                min(level, old + Self.rise * duration)
            } else if seconds <= 0.5 {
                level
            } else {
                max(level, old - Self.fall * duration)
            }
        floor = new
        return new
    }

    private static func logistic(_ value: Double) -> Double { 1 / (1 + exp(-value)) }
}
