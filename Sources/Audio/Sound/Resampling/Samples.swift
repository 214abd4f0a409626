/// Conversions between 16-bit samples and floating-point samples of -1…1.
enum Samples {
    static func floats(_ samples: [Int16]) -> [Float] { samples.map { Float($0) / 32768 } }

    /// Rounds and clips samples. NaN becomes silence.
    static func integers(_ samples: [Float]) -> [Int16] { samples.map(integer) }

    static func integer(_ sample: Float) -> Int16 {
        let scaled = (sample * 32768).rounded()
        guard !scaled.isNaN else { return 0 }
        return Int16(max(-32768, min(32767, scaled)))
    }
}
