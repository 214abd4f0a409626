/// A search for the last part of a recording in sound that was played earlier, by normalized correlation.
///
/// Sounds are compared at 2 kHz. The differences of successive samples are compared, because low frequencies would
/// correlate at any lag.
struct LagSearch {
    /// The decimation factor.
    static let step = 8
    /// Sound with a lower mean square matches nothing.
    private static let silence = 1.0

    /// The recorded part that is compared, in samples of 16 kHz.
    let window: Int
    /// The longest lag, in samples of 16 kHz.
    let lags: Int
    /// The recorded sound, decimated.
    private var recorded: [Float]
    private var last: Float = 0

    /// Creates a search that begins with silence.
    init(window: Int, lags: Int) {
        (self.window, self.lags) = (window, lags)
        recorded = [Float](repeating: 0, count: window / Self.step)
    }

    /// Adds recorded sound.
    mutating func add(_ sound: [Int16]) {
        recorded += Self.decimate(sound, after: &last)
        recorded.removeFirst(max(0, recorded.count - window / Self.step))
    }

    /// Returns the lag, in samples of 16 kHz, at which the recorded sound correlates best with the played sound,
    /// and the correlation, 0…1; nil when that is not above `least`.
    /// - Parameter played: The last samples that were played up to the end of the recorded sound; as many as ``window``
    ///   and ``lags`` together.
    func best(above least: Float, played: [Int16]) -> (lag: Int, correlation: Float)? {
        guard played.count >= window + lags else { return nil }
        var first: Float = 0
        let played = Self.decimate(played, after: &first)
        let (window, lags) = (recorded.count, lags / Self.step)
        return recorded.withUnsafeBufferPointer { recorded in
            played.withUnsafeBufferPointer { played in
                guard let recorded = recorded.baseAddress, let played = played.baseAddress else { return nil }
                // In double precision, because a running single-precision sum after loud sound may be several times
                // the energy of a soft sound, or negative.
                var (own, energy): (Double, Double) = (0, 0)
                for index in 0..<window {
                    own += Self.square(recorded[index])
                    energy += Self.square(played[index])
                }
                let silence = Self.silence * Double(window)
                guard own > silence else { return nil }
                var best: (lag: Int, correlation: Float)?
                // Begins with the longest lag, and updates the energy of the played sound sample by sample.
                for offset in 0...lags {
                    if offset > 0 {
                        energy += Self.square(played[offset + window - 1]) - Self.square(played[offset - 1])
                    }
                    guard energy > silence else { continue }
                    let shifted = played + offset
                    var (product, index): (Float, Int) = (0, 0)
                    // This innermost loop runs about twelve million times a second. Without optimization a range
                    // would cost several times as much.
                    while index < window {
                        product += recorded[index] * shifted[index]
                        index += 1
                    }
                    let correlation = abs(product) / Float((own * energy).squareRoot())
                    if correlation > best?.correlation ?? least { best = ((lags - offset) * Self.step, correlation) }
                }
                return best
            }
        }
    }

    private static func square(_ sample: Float) -> Double { Double(sample) * Double(sample) }

    /// Decimates sound to 2 kHz, as differences.
    private static func decimate(_ sound: [Int16], after last: inout Float) -> [Float] {
        stride(from: 0, to: sound.count - step + 1, by: step).map { start in
            var sum: Float = 0
            for index in start..<start + step { sum += Float(sound[index]) }
            defer { last = sum }
            return (sum - last) / Float(step)
        }
    }
}
