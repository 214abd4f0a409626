/// The last of a sound, and how alike it is to another one that may be heard in it later. Compared at 2 kHz, of which the low frequencies are left
/// out: those are alike at any lag.
struct LagSearch {
    /// One of so many samples is looked at.
    static let step = 8
    /// Softer sound, the mean square, is like nothing.
    private static let silence = 1.0

    /// How much is compared, in samples of 16 kHz.
    let window: Int
    /// The longest lag, in samples of 16 kHz.
    let lags: Int
    /// What was heard, thinned.
    private var heard: [Float]
    private var last: Float = 0

    /// Before any sound there was silence.
    init(window: Int, lags: Int) {
        (self.window, self.lags) = (window, lags)
        heard = [Float](repeating: 0, count: window / Self.step)
    }

    /// Takes what was heard.
    mutating func hear(_ sound: [Int16]) {
        heard += Self.thin(sound, after: &last)
        heard.removeFirst(max(0, heard.count - window / Self.step))
    }

    /// The lag in samples of 16 kHz at which what was heard is most alike to what was played, and how much, 0…1; nil when that is no more than
    /// `least`.
    /// - Parameter played: As much as ``window`` and ``lags`` together, up to where what was heard ends.
    func best(above least: Float, played: [Int16]) -> (lag: Int, likeness: Float)? {
        guard played.count >= window + lags else { return nil }
        var first: Float = 0
        let played = Self.thin(played, after: &first)
        let (window, lags) = (heard.count, lags / Self.step)
        return heard.withUnsafeBufferPointer { heard in
            played.withUnsafeBufferPointer { played in
                guard let heard = heard.baseAddress, let played = played.baseAddress else { return nil }
                // Exact: after loud sound, a single-precision sum that only follows is several times what a soft one has, or below nothing.
                var (own, energy): (Double, Double) = (0, 0)
                for index in 0..<window {
                    own += Self.square(heard[index])
                    energy += Self.square(played[index])
                }
                let silence = Self.silence * Double(window)
                guard own > silence else { return nil }
                var best: (lag: Int, likeness: Float)?
                // Begins with the longest lag; the energy of what was played follows sample by sample.
                for offset in 0...lags {
                    if offset > 0 {
                        energy += Self.square(played[offset + window - 1]) - Self.square(played[offset - 1])
                    }
                    guard energy > silence else { continue }
                    let shifted = played + offset
                    var (product, index): (Float, Int) = (0, 0)
                    // The innermost loop, some twelve million times a second: a range costs several times as much where nothing is optimised.
                    while index < window {
                        product += heard[index] * shifted[index]
                        index += 1
                    }
                    let likeness = abs(product) / Float((own * energy).squareRoot())
                    if likeness > best?.likeness ?? least { best = ((lags - offset) * Self.step, likeness) }
                }
                return best
            }
        }
    }

    private static func square(_ sample: Float) -> Double { Double(sample) * Double(sample) }

    /// A sound of 2 kHz, as differences.
    private static func thin(_ sound: [Int16], after last: inout Float) -> [Float] {
        stride(from: 0, to: sound.count - step + 1, by: step).map { start in
            var sum: Float = 0
            for index in start..<start + step { sum += Float(sound[index]) }
            defer { last = sum }
            return (sum - last) / Float(step)
        }
    }
}
