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

    private let rate: Int
    private let decimation: Int
    private var highPass: Biquad
    private var lowPass: Biquad
    /// The last 40 ms of the band, at about 4 kHz.
    private var window: [Double] = []
    private let windowLength: Int
    private let lags: ClosedRange<Int>
    private var phase = 0
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
    /// The level of nothing: quieter sound than of about 2 units of 16 bits is none.
    private static let leastLevel = 5.0

    /// A detector for sound of 8000 to 48 000 Hz.
    public init(rate: Int = 16_000, margin: Double = 12, periodicity: Double = 0.6) {
        self.rate = max(8_000, min(48_000, rate))
        (self.margin, self.periodicity) = (margin, periodicity)
        decimation = self.rate / 4_000
        let bandRate = self.rate / decimation
        highPass = Biquad.highPass(150, rate: self.rate)
        lowPass = Biquad.lowPass(1_000, rate: self.rate)
        windowLength = bandRate * 40 / 1_000
        lags = bandRate / 400...bandRate / 70
    }

    /// How likely the frame holds speech.
    public mutating func probability(_ frame: [Int16]) -> Double {
        guard !frame.isEmpty else { return 0 }
        let level = take(frame)
        let duration = Double(frame.count) / Double(rate)
        let floor = follow(level, duration)
        let loudness = Self.logistic((level - floor - margin) / 2)
        let voicing = Self.logistic((loudness < 0.5 ? 0 : pitch() - periodicity) / 0.05)
        if loudness >= 0.5, voicing >= 0.5 {
            secondsSinceVoice = 0
            return min(loudness, voicing)
        }
        secondsSinceVoice += duration
        return secondsSinceVoice <= 0.2 ? loudness : min(loudness, voicing)
    }

    /// Forgets the room.
    public mutating func reset() { self = Self(rate: rate, margin: margin, periodicity: periodicity) }

    /// Filters the frame into the window and gives its level in decibels over one unit of 16 bits.
    private mutating func take(_ frame: [Int16]) -> Double {
        var energy = 0.0
        var count = 0
        for sample in frame {
            let band = lowPass.filter(highPass.filter(Double(sample)))
            if phase == 0 {
                window.append(band)
                energy += band * band
                count += 1
            }
            phase = (phase + 1) % decimation
        }
        window.removeFirst(max(0, window.count - windowLength))
        return max(Self.leastLevel, 10 * log10(energy / Double(max(1, count)) + 1))
    }

    /// Moves the noise floor towards the level, slowly up and faster down.
    private mutating func follow(_ level: Double, _ duration: Double) -> Double {
        var old = floor ?? level
        seconds += duration
        if seconds <= Self.beginning, pitch() >= Self.pureVoice {
            old = max(Self.leastLevel, min(old, level - margin - Self.reserve))
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

    /// The highest peak of the window's normalised autocorrelation among the lags of a voice.
    private func pitch() -> Double {
        guard window.count > lags.upperBound else { return 0 }
        return window.withUnsafeBufferPointer { window in
            var best = 0.0
            for lag in lags {
                var product = 0.0, early = 0.0, late = 0.0
                for index in lag..<window.count {
                    let (now, then) = (window[index], window[index - lag])
                    product += now * then
                    late += now * now
                    early += then * then
                }
                best = max(best, product / (early * late + 1_000).squareRoot())
            }
            return best
        }
    }

    private static func logistic(_ value: Double) -> Double { 1 / (1 + exp(-value)) }
}
