import SaybusSpeechSignal

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// Takes for speech what is clearly louder than the room and has a voice's pitch.
///
/// The level is that of 150 to 1000 Hz, where vowels are strong and the clatter of a room is not; it is compared with
/// a noise floor that follows the room, and begins well below the first sound if that has a pitch: recordings may begin
/// with their speech. The pitch is found by autocorrelation from 70 to 400 Hz. What follows a voiced sound counts as speech for another
/// 200 ms if it is as loud: consonants have no pitch. Speech that is only whispered is not found.
public struct EnergyDetector: VoiceActivityDetector {
    /// How many decibels above the room's noise speech begins.
    public let margin: Double
    /// How periodic a voice is at least, 0…1: the height of the autocorrelation's peak.
    public let periodicity: Double

    private var band: VoiceBand
    private var floor: Double?
    private var seconds = 0.0
    private var secondsSinceVoice = Double.infinity

    /// Decibels a second that the floor rises under sound, and falls under silence after the first half second.
    private static let (rise, fall) = (4.0, 25.0)
    /// For so many seconds a voice may be what was there from the start.
    private static let beginning = 0.1
    /// How periodic the first sound is if it is a voice and no room: with 0.6, one in eight recordings of a kitchen opened a turn at once.
    private static let pureVoice = 0.95
    /// By how many decibels more than the margin a voice that is there from the start is above the room.
    private static let reserve = 6.0

    /// A detector for sound of 8000 to 48 000 Hz.
    public init(rate: Int = 16_000, margin: Double = 12, periodicity: Double = 0.6) {
        band = VoiceBand(rate: rate)
        (self.margin, self.periodicity) = (margin, periodicity)
    }

    /// How likely the frame holds speech.
    public mutating func probability(_ frame: [Int16]) -> Double {
        guard !frame.isEmpty else { return 0 }
        let level = band.take(frame)
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

    /// Forgets the room.
    public mutating func reset() { self = Self(rate: band.rate, margin: margin, periodicity: periodicity) }

    /// Moves the noise floor towards the level, slowly up and faster down.
    private mutating func follow(_ level: Double, _ duration: Double) -> Double {
        var old = floor ?? level
        seconds += duration
        if seconds <= Self.beginning, band.periodicity >= Self.pureVoice {
            old = max(VoiceBand.leastLevel, min(old, level - margin - Self.reserve))
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
