import Foundation

/// The likeliest Gaussians of each phone and stream for each frame of an utterance; the others hardly contribute.
struct NearGaussians {
    /// The number of Gaussians kept per phone and stream, as in the library's `-topn`.
    static let count = 4
    /// The lower bound of a likelihood relative to the best of all phones, as a negative logarithm in units of
    /// ``SenoneScores/unit``. It keeps one stream that does not fit from deciding alone.
    private static let minimumLikelihood: Float = 96

    /// The indices of the Gaussians, by phone, stream, frame, rank.
    let indices: [UInt8]
    /// The likelihoods in the same order, relative to the best Gaussian of all phones in the same stream and frame.
    let likelihoods: [Float]
    private let frames: Int

    /// Computes the likeliest Gaussians of an utterance.
    /// - Parameter means: The means in use, adapted or the model's own.
    init(_ features: UtteranceFeatures, _ model: AcousticModel, _ means: GaussianColumns) {
        let frames = features.count
        let codebooks = model.gaussians.phones.count * PhoneGaussians.streams
        var indices = [UInt8](repeating: 0, count: codebooks * frames * Self.count)
        var densities = [Float](repeating: -.infinity, count: indices.count)
        indices.withUnsafeMutableBufferPointer { indices in
            densities.withUnsafeMutableBufferPointer { densities in
                for codebook in 0..<codebooks {
                    let rows = codebook * frames * Self.count..<(codebook + 1) * frames * Self.count
                    Self.find(
                        features, model, means, codebook, UnsafeMutableBufferPointer(rebasing: indices[rows]),
                        UnsafeMutableBufferPointer(rebasing: densities[rows]))
                }
            }
        }
        var best = [Float](repeating: -.infinity, count: PhoneGaussians.streams * frames)
        for codebook in 0..<codebooks {
            let first = codebook % PhoneGaussians.streams * frames
            for frame in 0..<frames {
                best[first + frame] = max(best[first + frame], densities[(codebook * frames + frame) * Self.count])
            }
        }
        let least = -Self.minimumLikelihood / SenoneScores.unit
        for codebook in 0..<codebooks {
            let first = codebook % PhoneGaussians.streams * frames
            for frame in 0..<frames {
                let start = (codebook * frames + frame) * Self.count
                for rank in start..<start + Self.count {
                    densities[rank] = exp(max(least, densities[rank] - best[first + frame]))
                }
            }
        }
        (self.indices, likelihoods, self.frames) = (indices, densities, frames)
    }

    /// Returns the index of the likeliest Gaussian of a phone in a stream at a frame; the others follow it.
    func first(_ phone: Int, _ stream: Int, frame: Int) -> Int {
        ((phone * PhoneGaussians.streams + stream) * frames + frame) * Self.count
    }

    /// Finds the likeliest Gaussians of one phone and stream in all frames.
    private static func find(
        _ features: UtteranceFeatures, _ model: AcousticModel, _ means: GaussianColumns, _ codebook: Int,
        _ indices: UnsafeMutableBufferPointer<UInt8>, _ densities: UnsafeMutableBufferPointer<Float>
    ) {
        let (length, density) = (PhoneGaussians.length, model.gaussians.density)
        let (start, stream) = (codebook * density * length, codebook % PhoneGaussians.streams)
        means.values.withUnsafeBufferPointer { means in
            model.precisions.values.withUnsafeBufferPointer { precisions in
                withUnsafeTemporaryAllocation(of: Float.self, capacity: density) { sums in
                    guard let sum = sums.baseAddress, let firstMean = means.baseAddress,
                        let firstPrecision = precisions.baseAddress
                    else { return }
                    for frame in 0..<features.count {
                        _ = sums.update(
                            fromContentsOf: model.gaussians.constants[codebook * density..<(codebook + 1) * density])
                        let place = features.first(of: frame, stream)
                        for dimension in 0..<length {
                            let value = features.values[place + dimension]
                            let mean = firstMean + start + dimension * density
                            let precision = firstPrecision + start + dimension * density
                            // A plain loop, which the compiler vectorizes.
                            var gaussian = 0
                            while gaussian < density {
                                let away = value - mean[gaussian]
                                sum[gaussian] -= away * away * precision[gaussian]
                                gaussian += 1
                            }
                        }
                        let rows = frame * count..<(frame + 1) * count
                        rank(
                            sum, density, UnsafeMutableBufferPointer(rebasing: indices[rows]),
                            UnsafeMutableBufferPointer(rebasing: densities[rows]))
                    }
                }
            }
        }
    }

    /// Keeps the best of many sums, sorted, best first.
    private static func rank(
        _ sums: UnsafePointer<Float>, _ density: Int, _ indices: UnsafeMutableBufferPointer<UInt8>,
        _ densities: UnsafeMutableBufferPointer<Float>
    ) {
        let last = count - 1
        var least = densities[last]
        var gaussian = 0
        while gaussian < density {
            let sum = sums[gaussian]
            if sum > least {
                var rank = last
                while rank > 0, sum > densities[rank - 1] {
                    (densities[rank], indices[rank]) = (densities[rank - 1], indices[rank - 1])
                    rank -= 1
                }
                (densities[rank], indices[rank]) = (sum, UInt8(gaussian))
                least = densities[last]
            }
            gaussian += 1
        }
    }
}
