import SaybusSpeechSignal

/// How loud sound is: tells silence from speech that was not understood, and a loud room from a quiet one.
enum SoundLevel {
    /// Samples of a frame of 20 ms.
    static let frame = TurnBuffer.rate / 50
    /// Frames as quiet as this, in units of a sample, are silence whatever surrounds them (about -54 dB).
    static let floor = 65.0
    /// Speech is at least so much louder than what is between its words, however loud the room is (3.5 dB).
    static let leastContrast = 1.5
    /// By how much the level of a steady sound changes at most (3 dB), and for how many frames it is one at least.
    private static let (steadiness, steadyFrames) = (1.41, 25)
    /// Speech is so much louder than a room in which noise is not even heard between its words (34 dB).
    static let quietContrast = 50.0

    /// A voice holds on for so long at least, in milliseconds: the shortest word for 60, a hiss for 30 by chance.
    static let leastVoice = 40

    /// The soft words of a sentence are less loud than its loud ones by no more than this (16 dB).
    static let softestSpeech = 6.0

    /// The root mean square of each whole frame, without its mean, which sound cards add.
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

    /// Whether nobody speaks: there is no voice, or nothing stands out for 100 ms: neither from the floor nor from a steady noise, which may begin in
    /// the middle: a hum, a beep, a fan.
    static func isSilence(_ samples: [Int16]) -> Bool {
        let levels = frames(of: samples)
        guard levels.count >= 5 else { return true }
        let quiet = levels.sorted()[levels.count / 10]
        return !lasts(withoutSteady(levels), above: floor) || (levels.max() ?? 0) < quiet * leastContrast
            || !hasVoice(samples[...])
    }

    /// The levels, 0 where they stay within 3 dB for half a second, as no speech does.
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

    /// Whether a voice is in the sound, and not only what hisses, knocks or rustles; whispering is no voice.
    static func hasVoice(_ samples: ArraySlice<Int16>) -> Bool {
        VoiceBand.hasVoice(lasting: leastVoice, in: samples, rate: TurnBuffer.rate)
    }

    /// Whether there is next to nothing beside the loud part of the sound.
    static func isQuiet(_ samples: [Int16]) -> Bool { contrast(of: samples) >= quietContrast }

    /// Whether something after a place stands out for 100 ms as speech would: not far below the loud part of what was before, and nearer to that
    /// than to the room.
    static func hasSpeech(_ samples: [Int16], from place: Int) -> Bool {
        let before = frames(of: Array(samples.prefix(place))).sorted()
        guard !before.isEmpty else { return true }
        let (loud, room) = (before[before.count * 19 / 20], before[before.count / 10])
        let least = max(floor, loud / softestSpeech, (loud * room).squareRoot())
        return lasts(frames(of: Array(samples.dropFirst(place))), above: least)
    }

    /// Whether frames one after the other are louder than a level for 100 ms.
    private static func lasts(_ levels: [Double], above least: Double) -> Bool {
        var run = 0
        return levels.contains { level in
            run = level > least ? run + 1 : 0
            return run == 5
        }
    }

    /// How much louder the loud part of the sound is than the quiet one; infinite without sound.
    private static func contrast(of samples: [Int16]) -> Double {
        let levels = frames(of: samples).sorted()
        guard !levels.isEmpty else { return .infinity }
        // One unit of a sample, so that digital silence is no noise.
        return (levels[levels.count * 19 / 20] + 1) / (levels[levels.count / 10] + 1)
    }
}
