import SaybusSound

/// The loudness of a sentence's sound, which may differ from word to word.
struct GainCurve {
    /// The samples over which the loudness changes between two words.
    private static let ramp = 200

    private let gains: [Double]
    /// The places at which the loudness changes, with the new one.
    private var steps: ArraySlice<(place: Int, gain: Double)> = []
    private var gain: Double
    private var target: Double
    private let isUnchanged: Bool

    /// Creates a curve by the gains of the words.
    init(_ gains: [Double]) {
        self.gains = gains
        (gain, target) = (gains.first ?? 1, gains.first ?? 1)
        isUnchanged = gains.allSatisfy { $0 == 1 }
    }

    /// Places the words at their first samples; nil for a word without sound.
    mutating func place(_ starts: [Int?]) {
        var last = target
        for (start, gain) in zip(starts, gains) {
            guard let start, gain != last else { continue }
            steps.append((start, gain))
            last = gain
        }
    }

    /// Returns samples in their loudness. The places must not decrease.
    mutating func applied(to samples: some Collection<Int16>, at place: Int) -> [Int16] {
        if isUnchanged { return Array(samples) }
        var result = [Int16](samples)
        for index in result.indices { result[index] = applied(to: result[index], at: place + index) }
        return result
    }

    private mutating func applied(to sample: Int16, at place: Int) -> Int16 {
        if let step = steps.first, place >= step.place {
            target = step.gain
            steps.removeFirst()
        }
        if gain != target {
            let most = 1.0 / Double(Self.ramp)
            gain += min(most, max(-most, target - gain))
        }
        return gain == 1 ? sample : Int16(clipping: Double(sample) * gain)
    }
}
