/// How loud sound is, to tell silence from speech that was not understood.
enum SoundLevel {
    /// Samples of a frame of 20 ms.
    static let frame = 320
    /// Frames as quiet as this, in units of a sample, are silence whatever surrounds them (about -54 dB).
    static let floor = 65.0

    /// The root mean square of each whole frame, without its mean, which sound cards add.
    static func frames(of samples: [Int16]) -> [Double] {
        stride(from: 0, to: samples.count - frame + 1, by: frame).map { start in
            var sum = 0.0
            var squares = 0.0
            for sample in samples[start..<start + frame] {
                sum += Double(sample)
                squares += Double(sample) * Double(sample)
            }
            let mean = sum / Double(frame)
            return max(0, squares / Double(frame) - mean * mean).squareRoot()
        }
    }

    /// Whether no stretch of 100 ms is louder than the floor.
    static func isSilence(_ samples: [Int16]) -> Bool {
        var loud = 0
        for level in frames(of: samples) {
            loud = level > floor ? loud + 1 : 0
            if loud >= 5 { return false }
        }
        return true
    }
}
