import Glibc

/// A gain that changes along half a cosine, to avoid clicks.
struct Ramp: Sendable, Equatable {
    /// The target of the gain.
    private(set) var target: Double
    private var origin: Double
    /// The progress of the change, in samples.
    private var progress: Int
    private let length: Int

    /// Creates a constant gain; each later change takes `length` samples.
    init(_ gain: Double, length: Int) { (target, origin, progress, self.length) = (gain, gain, length, max(1, length)) }

    /// Whether the gain is constant.
    var isSteady: Bool { progress >= length }

    /// The current gain.
    var gain: Double {
        guard !isSteady else { return target }
        return origin + (target - origin) * (1 - cos(Double.pi * Double(progress) / Double(length))) / 2
    }

    /// The number of samples until the gain is constant.
    var remaining: Int { max(0, length - progress) }

    /// Begins a change from the current gain.
    mutating func change(to target: Double) {
        guard target != self.target else { return }
        (origin, progress) = (gain, 0)
        self.target = target
    }

    /// Sets the gain without a transition.
    mutating func set(_ gain: Double) { (target, origin, progress) = (gain, gain, length) }

    /// Returns the samples multiplied by the gain, which changes from sample to sample.
    mutating func apply(to samples: [Int16]) -> [Int16] {
        if isSteady {
            guard target != 1 else { return samples }
            return samples.map { Int16((Double($0) * target).rounded()) }
        }
        return samples.map { sample in
            defer { progress = min(length, progress + 1) }
            return Int16((Double(sample) * gain).rounded())
        }
    }
}
