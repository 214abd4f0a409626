import Foundation

/// A sound made of decaying tones and noises.
struct BankSound: Sendable, Equatable {
    /// A tone or noise.
    struct Voice: Sendable, Equatable {
        /// The beginning in seconds.
        var start = 0.0
        /// The length in seconds.
        var length = 0.3
        /// The frequency in hertz at the beginning; 0 is noise.
        var frequency = 0.0
        /// The frequency at the end; of noise, the share of the previous sample, 0…1, which makes it darker.
        var end = 0.0
        /// The loudness at the beginning, 0…1.
        var level = 0.3
        /// The seconds in which the sound swells.
        var attack = 0.004
        /// The seconds in which the loudness falls to a third; nil keeps it.
        var decay: Double?

        static func tone(
            _ frequency: Double, at start: Double = 0, for length: Double, to end: Double? = nil, level: Double = 0.3,
            attack: Double = 0.004, decay: Double? = nil
        ) -> Voice {
            Voice(
                start: start, length: length, frequency: frequency, end: end ?? frequency, level: level,
                attack: attack, decay: decay)
        }

        static func noise(
            at start: Double = 0, for length: Double, darkness: Double = 0, level: Double = 0.3, attack: Double = 0.002,
            decay: Double? = nil
        ) -> Voice {
            Voice(start: start, length: length, end: darkness, level: level, attack: attack, decay: decay)
        }
    }

    /// The tones and noises.
    let voices: [Voice]

    /// The length in seconds.
    var seconds: Double { voices.map { $0.start + $0.length }.max() ?? 0 }

    /// The sounds by their names.
    static let all: [String: BankSound] = [
        "chime": notes([660, 880], every: 0.18, for: 0.7),
        "doorbell": notes([659, 523], every: 0.45, for: 1),
        "success": notes([523, 659, 784, 1047], every: 0.11, for: 0.4),
        "failure": notes([311, 247], every: 0.22, for: 0.45),
        "coin": notes([988, 1319], every: 0.08, for: 0.5),
        "bell": BankSound([
            Voice.tone(880, for: 1.8, decay: 0.6), Voice.tone(2112, for: 1.2, level: 0.15, decay: 0.3),
            Voice.tone(2640, for: 0.9, level: 0.1, decay: 0.2),
        ]),
        "alarm": BankSound((0..<6).map { Voice.tone($0 % 2 == 0 ? 1047 : 784, at: 0.25 * Double($0), for: 0.22) }),
        "buzzer": BankSound([
            Voice.tone(120, for: 0.7), Voice.tone(360, for: 0.7, level: 0.2), Voice.tone(600, for: 0.7, level: 0.12),
        ]),
        "click": BankSound([Voice.noise(for: 0.03, level: 0.5, decay: 0.006)]),
        "tick": BankSound((0..<4).map { Voice.noise(at: 0.5 * Double($0), for: 0.04, level: 0.5, decay: 0.005) }),
        "knock": BankSound(
            (0..<3).flatMap {
                [
                    Voice.tone(150, at: 0.25 * Double($0), for: 0.15, level: 0.6, decay: 0.04),
                    Voice.noise(at: 0.25 * Double($0), for: 0.05, darkness: 0.7, level: 0.3, decay: 0.01),
                ]
            }),
        "drum": BankSound([
            Voice.tone(110, for: 0.5, to: 50, level: 0.7, decay: 0.15), Voice.noise(for: 0.08, level: 0.2, decay: 0.02),
        ]),
        "zap": BankSound([Voice.tone(1800, for: 0.4, to: 200, decay: 0.2)]),
        "boom": BankSound([
            Voice.noise(for: 1.8, darkness: 0.97, level: 0.9, decay: 0.5),
            Voice.tone(55, for: 1.2, level: 0.4, decay: 0.4),
        ]),
        "whoosh": BankSound([Voice.noise(for: 0.8, darkness: 0.85, level: 0.5, attack: 0.4, decay: 0.25)]),
        "rain": BankSound([Voice.noise(for: 3, darkness: 0.5, level: 0.15, attack: 0.5)]),
        "applause": BankSound(
            (0..<90).map { Voice.noise(at: 0.027 * Double($0), for: 0.09, darkness: 0.3, level: 0.22, decay: 0.015) }),
        "bird": BankSound(
            (0..<4).map { Voice.tone(2600, at: 0.22 * Double($0), for: 0.12, to: 3900, level: 0.2, attack: 0.02) }),
    ]

    init(_ voices: [Voice]) { self.voices = voices }

    private static func notes(_ frequencies: [Double], every gap: Double, for length: Double) -> BankSound {
        BankSound(
            frequencies.enumerated().map {
                Voice.tone($0.element, at: gap * Double($0.offset), for: length, decay: length / 3)
            })
    }

    /// Returns the samples at a rate in hertz.
    func samples(rate: Int) -> [Int16] {
        var sum = [Double](repeating: 0, count: Int(seconds * Double(rate)))
        // The same noise each time, so that tests can compare.
        var seed: UInt64 = 0x9E37_79B9_7F4A_7C15
        for voice in voices { add(voice, to: &sum, rate: Double(rate), &seed) }
        return sum.map { Int16(max(-1, min(1, $0)) * 32_000) }
    }

    private func add(_ voice: Voice, to sum: inout [Double], rate: Double, _ seed: inout UInt64) {
        let (first, count) = (Int(voice.start * rate), Int(voice.length * rate))
        let release = 0.01
        var (phase, last) = (0.0, 0.0)
        for index in 0..<count where first + index < sum.count {
            let time = Double(index) / rate
            let swell = min(1, time / max(1e-6, voice.attack))
            var gain = voice.level * swell * min(1, (voice.length - time) / release)
            if let decay = voice.decay { gain *= exp(-max(0, time - voice.attack) / decay) }
            if voice.frequency > 0 {
                let frequency = voice.frequency + (voice.end - voice.frequency) * time / voice.length
                phase += 2 * Double.pi * frequency / rate
                sum[first + index] += gain * sin(phase)
            } else {
                seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                let noise = Double(Int64(bitPattern: seed) >> 33) / Double(1 << 30)
                last = voice.end * last + (1 - voice.end) * noise
                sum[first + index] += gain * last * (1 + 3 * voice.end)
            }
        }
    }
}
