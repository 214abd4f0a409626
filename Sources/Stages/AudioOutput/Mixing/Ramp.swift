#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// A gain that changes smoothly: along half a cosine, so that nothing clicks.
struct Ramp: Sendable, Equatable {
    /// What the gain is, or becomes.
    private(set) var target: Double
    private var origin: Double
    /// How far the change has come, in samples.
    private var place: Int
    private let length: Int

    /// A gain that stands; each change takes `length` samples.
    init(_ gain: Double, length: Int) { (target, origin, place, self.length) = (gain, gain, length, max(1, length)) }

    /// Whether the gain stands.
    var isSteady: Bool { place >= length }

    /// The gain now.
    var gain: Double {
        guard !isSteady else { return target }
        return origin + (target - origin) * (1 - cos(Double.pi * Double(place) / Double(length))) / 2
    }

    /// How many samples are left until the gain stands.
    var remaining: Int { max(0, length - place) }

    /// Begins to change from where it is.
    mutating func change(to target: Double) {
        guard target != self.target else { return }
        (origin, place) = (gain, 0)
        self.target = target
    }

    /// Stands at a gain at once.
    mutating func set(_ gain: Double) { (target, origin, place) = (gain, gain, length) }

    /// The samples with the gain, which goes on from sample to sample.
    mutating func apply(to samples: [Int16]) -> [Int16] {
        if isSteady {
            guard target != 1 else { return samples }
            return samples.map { Int16((Double($0) * target).rounded()) }
        }
        return samples.map { sample in
            defer { place = min(length, place + 1) }
            return Int16((Double(sample) * gain).rounded())
        }
    }
}
