import SaybusSpeechSignal

/// Measures of loudness that tell silence from speech that was not understood, and a noisy room from a quiet one.
enum SoundLevel {
    /// The samples in a frame of 20 ms.
    static let frame = TurnBuffer.rate / 50
    /// The level (RMS, in sample units) below which a frame always counts as silence; about -54 dB.
    static let floor = 65.0
    /// The minimum ratio of the loudest frame to the quiet frames in sound with speech, in any noise (3.5 dB).
    static let minimumContrast = 1.5
    /// The maximum ratio of levels within a steady sound (3 dB), and its minimum length in frames.
    private static let (steadiness, steadyFrames) = (1.41, 25)
    /// The minimum ratio of the loud frames to the quiet frames in a quiet room (34 dB).
    static let quietContrast = 50.0
    /// The ratio below which noise is loud (28 dB); reached with noise that is 12 to 15 dB softer than the speech,
    /// loudest part beside loudest part.
    static let loudContrast = 25.0

    /// The ratio of the softest tenth of steady noise to its softest hundredth (2 dB).
    private static let softestNoise = 1.3

    /// The minimum duration of a voice in milliseconds. The shortest word lasts 60 ms; hiss looks voiced for up to
    /// 30 ms by chance.
    static let minimumVoice = 40

    /// The maximum ratio between the loud and the soft words of a sentence (16 dB).
    static let softestSpeech = 6.0

    /// Returns the RMS of each whole frame, with the DC offset that sound cards add removed.
    static func frames(of samples: [Int16]) -> [Double] {
        stride(from: 0, through: samples.count - frame, by: frame).map { start in
            var sum = 0
            var squares = 0
            for sample in samples[start..<start + frame] {
                sum += Int(sample)
                squares += Int(sample) * Int(sample)
            }
            let mean = Double(sum) / Double(frame)
            return max(0, Double(squares) / Double(frame) - mean * mean).squareRoot()
        }
    }

    /// Returns whether the sound contains no speech.
    ///
    /// The sound has none when it is shorter than 100 ms, when it has no voice, when its level hardly changes, or
    /// when no 100 ms outside steady noise are louder than the floor. Steady noise (a hum, a beep, a fan) may begin
    /// in the middle of the sound.
    static func isSilence(_ samples: [Int16]) -> Bool {
        let levels = frames(of: samples)
        guard levels.count >= 5 else { return true }
        let quiet = levels.sorted()[levels.count / 10]
        return !lasts(withoutSteady(levels), above: floor) || (levels.max() ?? 0) < quiet * minimumContrast
            || !hasVoice(samples[...])
    }

    /// Returns the levels, with 0 where they stay within 3 dB for half a second, as speech never does.
    private static func withoutSteady(_ levels: [Double]) -> [Double] {
        var result = levels
        var start = 0
        while start < levels.count {
            var (low, high, end) = (levels[start], levels[start], start + 1)
            while end < levels.count {
                (low, high) = (min(low, levels[end]), max(high, levels[end]))
                guard high <= low * steadiness else { break }
                end += 1
            }
            if end - start >= steadyFrames {
                for index in start..<end { result[index] = 0 }
                start = end
            } else {
                start += 1
            }
        }
        return result
    }

    /// Returns whether the sound contains a voice, not only hiss, knocks or rustling; whispering is no voice.
    static func hasVoice(_ samples: ArraySlice<Int16>) -> Bool {
        VoiceBand.hasVoice(lasting: minimumVoice, in: samples, rate: TurnBuffer.rate)
    }

    /// Returns whether the sound has almost no noise beside its loud part.
    static func isQuiet(_ samples: [Int16]) -> Bool { noise(in: samples) == .none }

    /// The noise beside the loud part of a sound, by the ratio of the loud frames to the quiet ones.
    enum Noise {
        /// A ratio of ``quietContrast`` or more, as in a quiet room.
        case none
        /// A ratio of ``loudContrast`` or more.
        case some
        /// A lower ratio.
        case loud
    }

    /// Returns the noise beside the loud part of the sound.
    static func noise(in samples: [Int16]) -> Noise {
        let contrast = contrast(of: samples)
        return contrast >= quietContrast ? .none : contrast >= loudContrast ? .some : .loud
    }

    /// Returns the ratio of the loudest of some stretches to the softest, by the loudest frame of each; 1 without
    /// stretches.
    static func unevenness(of stretches: [Range<Int>], in samples: [Int16]) -> Double {
        let levels = stretches.compactMap { frames(of: Array(samples[$0.clamped(to: samples.indices)])).max() }
        return ((levels.max() ?? 0) + 1) / ((levels.min() ?? 0) + 1)
    }

    /// Returns whether the sound after a position contains 100 ms that could be speech.
    ///
    /// The level of such frames is not far below the loud frames before the position, and is nearer to those than
    /// to the quiet frames, which hold the noise of the room.
    static func hasSpeech(_ samples: [Int16], from place: Int) -> Bool {
        let before = frames(of: Array(samples.prefix(place))).sorted()
        guard !before.isEmpty else { return true }
        let (loud, room) = (before[before.count * 19 / 20], before[before.count / 10])
        let least = max(floor, loud / softestSpeech, (loud * room).squareRoot())
        return lasts(frames(of: Array(samples.dropFirst(place))), above: least)
    }

    /// Returns whether five consecutive frames (100 ms) exceed a level.
    private static func lasts(_ levels: [Double], above least: Double) -> Bool {
        var run = 0
        return levels.contains { level in
            run = level > least ? run + 1 : 0
            return run == 5
        }
    }

    /// Returns the ratio of the loud part of the sound to the quiet part; infinite without sound.
    private static func contrast(of samples: [Int16]) -> Double {
        let inOrder = frames(of: samples)
        let levels = inOrder.sorted()
        guard !levels.isEmpty else { return .infinity }
        var room = levels[levels.count / 10]
        if speechEdges(in: inOrder) == SpeechEdges(start: true, end: true) {
            // Without the room around it, the softest tenth of speech is speech.
            room = min(room, levels[levels.count / 100] * softestNoise)
        }
        // Adding one sample unit keeps digital silence from counting as noise.
        return (levels[levels.count * 19 / 20] + 1) / (room + 1)
    }
}
