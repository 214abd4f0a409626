/// Finds how long what the loudspeaker gets takes to reach the microphone, by correlating the two.
struct EchoDelay {
    /// The longest that is looked for: 0.75 s. Sound servers and Bluetooth take their time.
    static let longest = 12_000
    /// One of so many samples is looked at, which is 2 kHz of sound.
    private static let step = 8
    /// How much of the microphone's sound is compared: 1 s.
    private static let window = 2_000
    private static let lags = longest / step
    /// How often: each 0.25 s.
    private static let interval = 500
    /// How alike the two must be to be believed, 0…1.
    private static let likeness: Float = 0.3

    /// The delay in samples of 16 kHz; nil until it is known.
    private(set) var samples: Int?

    private var microphone: [Float] = []
    private var reference: [Float] = []
    private var since = 0
    private var candidate: Int?
    /// How often it was found in a row.
    private var agreed = 0
    private static let enough = 4

    /// Takes what was recorded, and what the loudspeaker got on the same count, as much of each.
    mutating func take(microphone recorded: [Int16], reference played: [Int16]) {
        Self.append(recorded, to: &microphone, keeping: Self.window)
        Self.append(played, to: &reference, keeping: Self.window + Self.lags)
        since += recorded.count / Self.step
        guard since >= Self.interval, reference.count == Self.window + Self.lags else { return }
        since = 0
        guard let found = best() else { return }
        // Four times the same is no chance: the first and the last have no sound in common.
        if let candidate, abs(candidate - found) <= 2 { agreed += 1 } else { agreed = 1 }
        if agreed >= Self.enough { samples = found * Self.step }
        candidate = found
    }

    /// The lag at which the two are most alike; nil when none stands out.
    private func best() -> Int? {
        microphone.withUnsafeBufferPointer { microphone in
            reference.withUnsafeBufferPointer { reference in
                var energy: Float = 0, own: Float = 0
                for index in 0..<Self.window {
                    own += microphone[index] * microphone[index]
                    energy += reference[index] * reference[index]
                }
                guard own > 1_000 else { return nil }
                var best: (lag: Int, likeness: Float) = (0, Self.likeness)
                var isFound = false
                // Begins with the longest lag; the reference's energy follows sample by sample.
                for offset in 0...Self.lags {
                    if offset > 0 {
                        let (gone, come) = (reference[offset - 1], reference[offset + Self.window - 1])
                        energy += come * come - gone * gone
                    }
                    guard energy > 1_000 else { continue }
                    var product: Float = 0
                    for index in 0..<Self.window { product += microphone[index] * reference[offset + index] }
                    let likeness = abs(product) / (own * energy).squareRoot()
                    if likeness > best.likeness {
                        best = (Self.lags - offset, likeness)
                        isFound = true
                    }
                }
                return isFound ? best.lag : nil
            }
        }
    }

    /// Sums of ``step`` samples, of which the low frequencies are left out: they are alike at any lag.
    private static func append(_ samples: [Int16], to kept: inout [Float], keeping count: Int) {
        var last: Float = 0
        for start in stride(from: 0, to: samples.count, by: step) {
            var sum: Float = 0
            for index in start..<min(start + step, samples.count) { sum += Float(samples[index]) }
            if start > 0 { kept.append((sum - last) / Float(step)) } else { kept.append(0) }
            last = sum
        }
        kept.removeFirst(max(0, kept.count - count))
    }
}
