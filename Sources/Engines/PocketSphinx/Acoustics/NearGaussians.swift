import Foundation

/// The most likely Gaussians of each phone and stream for each frame of an utterance. The others hardly contribute.
struct NearGaussians {
    /// The number of Gaussians of a phone in a stream, as with the library's `-topn`.
    static let count = 4
    /// The largest distance of a Gaussian's likelihood below the best of all, in units of ``SenoneScores/unit``.
    /// Without this floor, a single stream that does not fit would decide alone.
    private static let maximumDistance: Float = 96

    /// The index of each Gaussian, by phone, stream, frame and rank.
    let places: [UInt8]
    /// The likelihood of each Gaussian in the same order, relative to the best of all phones in this stream and
    /// frame.
    let likelihoods: [Float]
    private let frames: Int

    /// Finds the nearest Gaussians of each frame.
    /// - Parameter means: The current means of the model.
    init(_ features: UtteranceFeatures, _ model: AcousticModel, _ means: GaussianColumns) {
        let frames = features.count
        let books = model.gaussians.phones.count * PhoneGaussians.streams
        var places = [UInt8](repeating: 0, count: books * frames * Self.count)
        var densities = [Float](repeating: -.infinity, count: places.count)
        places.withUnsafeMutableBufferPointer { places in
            densities.withUnsafeMutableBufferPointer { densities in
                for book in 0..<books {
                    let rows = book * frames * Self.count..<(book + 1) * frames * Self.count
                    Self.find(
                        features, model, means, book, UnsafeMutableBufferPointer(rebasing: places[rows]),
                        UnsafeMutableBufferPointer(rebasing: densities[rows]))
                }
            }
        }
        var best = [Float](repeating: -.infinity, count: PhoneGaussians.streams * frames)
        for book in 0..<books {
            let first = book % PhoneGaussians.streams * frames
            for frame in 0..<frames {
                best[first + frame] = max(best[first + frame], densities[(book * frames + frame) * Self.count])
            }
        }
        let least = -Self.maximumDistance / SenoneScores.unit
        for book in 0..<books {
            let first = book % PhoneGaussians.streams * frames
            for frame in 0..<frames {
                let start = (book * frames + frame) * Self.count
                for rank in start..<start + Self.count {
                    densities[rank] = exp(max(least, densities[rank] - best[first + frame]))
                }
            }
        }
        (self.places, likelihoods, self.frames) = (places, densities, frames)
    }

    /// Returns the place of the most likely Gaussian of a phone in a stream at a frame; the next ranks follow it.
    func first(_ phone: Int, _ stream: Int, frame: Int) -> Int {
        ((phone * PhoneGaussians.streams + stream) * frames + frame) * Self.count
    }

    /// Finds the nearest Gaussians of one phone and stream in all frames.
    private static func find(
        _ features: UtteranceFeatures, _ model: AcousticModel, _ means: GaussianColumns, _ book: Int,
        _ places: UnsafeMutableBufferPointer<UInt8>, _ densities: UnsafeMutableBufferPointer<Float>
    ) {
        let (length, density) = (PhoneGaussians.length, model.gaussians.density)
        let (start, stream) = (book * density * length, book % PhoneGaussians.streams)
        means.values.withUnsafeBufferPointer { means in
            model.precisions.values.withUnsafeBufferPointer { precisions in
                withUnsafeTemporaryAllocation(of: Float.self, capacity: density) { sums in
                    guard let sum = sums.baseAddress, let firstMean = means.baseAddress,
                        let firstPrecision = precisions.baseAddress
                    else { return }
                    for frame in 0..<features.count {
                        _ = sums.update(
                            fromContentsOf: model.gaussians.constants[book * density..<(book + 1) * density])
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
                            sum, density, UnsafeMutableBufferPointer(rebasing: places[rows]),
                            UnsafeMutableBufferPointer(rebasing: densities[rows]))
                    }
                }
            }
        }
    }

    /// Puts the Gaussians with the highest densities first.
    private static func rank(
        _ sums: UnsafePointer<Float>, _ density: Int, _ places: UnsafeMutableBufferPointer<UInt8>,
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
                    (densities[rank], places[rank]) = (densities[rank - 1], places[rank - 1])
                    rank -= 1
                }
                (densities[rank], places[rank]) = (sum, UInt8(gaussian))
                least = densities[last]
            }
            gaussian += 1
        }
    }
}
