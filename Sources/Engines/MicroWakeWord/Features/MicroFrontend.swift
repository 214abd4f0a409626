/// The features of microWakeWord's models: logarithms of 40 mel filters, as a rule every 10 ms, with noise reduction
/// and gain normalization, in integers.
///
/// Each value is that of TensorFlow's micro_speech front end as `pymicro-features` 2.0.2 builds it. Tests compare them.
/// That build computes the weights of the window and of the filters in single precision; TensorFlow's own source
/// computes them in double precision, so that a few weights differ by one.
struct MicroFrontend: Sendable {
    /// The values of a vector.
    static let channels = FilterBank.count
    /// The milliseconds between two vectors that are possible.
    static let steps = 1...30

    private var samples: FeatureWindow
    private var transform = FixedPointTransform()
    private let filters = FilterBank()
    private var noise = NoiseReduction()
    private let gain = GainNormalization()
    private let logarithm = LogarithmicScale()

    /// Creates a front end that has heard nothing.
    /// - Parameter milliseconds: The time between two vectors, in ``steps``.
    init(step milliseconds: Int = 10) {
        samples = FeatureWindow(step: 16 * max(Self.steps.lowerBound, min(milliseconds, Self.steps.upperBound)))
    }

    /// Takes samples of 16 kHz.
    /// - Returns: The vectors that are complete, each of ``channels`` values from 0 to about 670.
    mutating func process(_ sound: [Int16]) -> [[UInt16]] {
        var vectors: [[UInt16]] = []
        var rest = sound[...]
        while !rest.isEmpty {
            rest = samples.fill(rest)
            guard let (window, shift) = samples.next(paddedTo: FixedPointTransform.size) else { break }
            var amplitudes = filters.amplitudes(transform.spectrum(window), shift: shift)
            noise.apply(&amplitudes)
            gain.apply(&amplitudes, noise: noise.estimates)
            vectors.append(amplitudes.map { logarithm.apply($0 << GainNormalization.correctionBits) })
        }
        return vectors
    }

    /// Drops the samples of the open window, after a gap in the sound. The noise estimate stays.
    mutating func skip() { samples.reset() }
}
