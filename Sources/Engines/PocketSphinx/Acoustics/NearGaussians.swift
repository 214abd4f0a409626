import Foundation

/// The Gaussians of each phone and stream that are nearest to each frame of an utterance: the others hardly count.
struct NearGaussians {
    /// So many of a phone in a stream, as the library's `-topn`.
    static let count = 4
    /// A Gaussian so much less likely than the best of all counts as this likely, in units of ``SenoneScores/unit``: one stream that does not fit
    /// shall not decide alone.
    private static let leastLikely: Float = 96

    /// By phone, stream, frame, rank: which Gaussian.
    let places: [UInt8]
    /// In the same order: how likely it is, of the best of all phones in this stream and frame.
    let likelihoods: [Float]
    private let frames: Int

    /// - Parameter means: The means of the model as they are now.
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
        let least = -Self.leastLikely / SenoneScores.unit
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

    /// The place of the nearest Gaussian of a phone in a stream at a frame; the others follow.
    func first(_ phone: Int, _ stream: Int, frame: Int) -> Int {
        ((phone * PhoneGaussians.streams + stream) * frames + frame) * Self.count
    }

    /// Finds those of one phone and stream in all frames.
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
                            // Loops as plain as can be: several turns of them are done at once.
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

    /// Puts the best of many first.
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
