import Foundation

/// The occupation and the sums of each Gaussian in the utterances so far, with exponential decay.
struct AdaptationStatistics: Sendable {
    /// The half-life in frames: ten minutes.
    static let halfLife = 60_000.0
    /// Gaussians with a smaller share of a frame are left out.
    private static let minimumShare: Float = 0.01

    let model: PhoneGaussians
    /// The number of frames of each Gaussian.
    private(set) var occupation: [Double]
    /// Sums of the frames by Gaussian and dimension.
    private(set) var sums: [Double]
    /// The total number of frames, after decay.
    private(set) var frames = 0.0

    init(model: PhoneGaussians) {
        self.model = model
        occupation = [Double](repeating: 0, count: model.constants.count)
        sums = [Double](repeating: 0, count: model.means.count)
    }

    /// Adds frames of one Gaussian: their number and their sum.
    mutating func add(gaussian: Int, occupation: Double, sums: [Double]) {
        self.occupation[gaussian] += occupation
        for (dimension, sum) in sums.enumerated() { self.sums[gaussian * PhoneGaussians.length + dimension] += sum }
        frames += occupation
    }

    /// Adds an utterance: the phones of words and silences with their frames.
    mutating func add(_ stretches: [(phones: [String], frames: ClosedRange<Int>)], _ features: UtteranceFeatures) {
        let aligner = PhoneAligner(model: model, features: features)
        forget(features.count)
        for (names, frames) in stretches where frames.lowerBound < features.count {
            let phones = names.compactMap { model.phones[$0] }
            let range = frames.lowerBound..<min(features.count, frames.upperBound + 1)
            guard phones.count == names.count, let path = aligner.path(phones, in: range) else { continue }
            for (frame, index) in zip(range, path) { add(frame, phones[index], aligner) }
            self.frames += Double(range.count)
        }
    }

    private mutating func add(_ frame: Int, _ phone: Int, _ aligner: PhoneAligner) {
        let length = PhoneGaussians.length
        for stream in 0..<PhoneGaussians.streams {
            let densities = aligner.logDensities(phone, stream, frame: frame)
            guard let best = densities.max() else { continue }
            let shares = densities.map { exp($0 - best) }
            let total = shares.reduce(0, +)
            let first = model.first(of: phone, stream)
            let place = aligner.features.first(of: frame, stream)
            for (gaussian, share) in shares.enumerated() where share > Self.minimumShare * total {
                let weight = Double(share / total)
                occupation[first + gaussian] += weight
                let start = (first + gaussian) * length
                for dimension in 0..<length {
                    sums[start + dimension] += weight * Double(aligner.features.values[place + dimension])
                }
            }
        }
    }

    private mutating func forget(_ count: Int) {
        guard frames > 0 else { return }
        let factor = pow(0.5, Double(count) / Self.halfLife)
        for index in occupation.indices { occupation[index] *= factor }
        for index in sums.indices { sums[index] *= factor }
        frames *= factor
    }
}
