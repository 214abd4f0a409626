import Foundation

/// The cost of each senone in each frame of an utterance, in the library's file format of scores.
package struct SenoneScores: Sendable {
    /// The number of score units in one unit of the natural logarithm. As in the library, a score is a logarithm of
    /// base 1.0001 without its lowest ten bits.
    static let unit = Float(1 / (1024 * log(1.0001)))
    private static let worst = Float(Int16.max)
    /// The number of frames that are scored together, phone by phone.
    private static let block = 128

    /// The contents of the file: a header, and for each frame the number of senones and the score of each. The best
    /// senone of a frame has the score 0.
    let file: [UInt8]
    /// The bytes of the header, and of a frame.
    private let (headerSize, frameSize): (Int, Int)

    /// Scores a whole utterance. The scores take about 10 kB a frame.
    /// - Parameter means: The means of the Gaussians; nil takes the model's.
    init(
        _ features: UtteranceFeatures, _ model: AcousticModel, means: GaussianColumns? = nil,
        weights: StreamWeights = .even
    ) {
        let near = NearGaussians(features, model, means ?? model.means)
        let senones = model.senoneCount
        var file = Self.header(senones: senones)
        (headerSize, frameSize) = (file.count, (senones + 1) * MemoryLayout<Int16>.size)
        file.reserveCapacity(file.count + features.count * (senones + 1) * 2)
        var scores = [Float](repeating: 0, count: Self.block * senones)
        for start in stride(from: 0, to: features.count, by: Self.block) {
            let frames = start..<min(features.count, start + Self.block)
            scores.withUnsafeMutableBufferPointer { scores in
                for phone in model.weights.senones.indices {
                    Self.score(phone, frames, near, model, weights, into: scores)
                }
            }
            for row in 0..<frames.count { Self.append(scores[row * senones..<(row + 1) * senones], to: &file) }
        }
        self.file = file
    }

    private init(file: [UInt8], headerSize: Int, frameSize: Int) {
        (self.file, self.headerSize, self.frameSize) = (file, headerSize, frameSize)
    }

    /// Returns the scores of some of the frames.
    package func cut(to frames: Range<Int>) -> SenoneScores {
        let all = 0..<(file.count - headerSize) / frameSize
        let kept = frames.clamped(to: all)
        let bytes = headerSize + kept.lowerBound * frameSize..<headerSize + kept.upperBound * frameSize
        return SenoneScores(
            file: Array(file[..<headerSize]) + file[bytes], headerSize: headerSize, frameSize: frameSize)
    }

    /// Writes the costs of the senones of one phone, summed over the streams, into their columns of `scores`.
    private static func score(
        _ phone: Int, _ frames: Range<Int>, _ near: NearGaussians, _ model: AcousticModel,
        _ weights: StreamWeights, into scores: UnsafeMutableBufferPointer<Float>
    ) {
        let senones = model.weights.senones[phone]
        let (count, density) = (senones.count, model.gaussians.density)
        withUnsafeTemporaryAllocation(of: Float.self, capacity: count) { costs in
            model.weights.values[phone].withUnsafeBufferPointer { values in
                guard let first = values.baseAddress, let cost = costs.baseAddress else { return }
                for frame in frames {
                    cost.update(repeating: 0, count: count)
                    for stream in 0..<PhoneGaussians.streams {
                        let place = near.first(phone, stream, frame: frame)
                        add(
                            near, place, first + stream * density * count, unit * weights.values[stream], to: cost,
                            count)
                    }
                    let row = (frame - frames.lowerBound) * model.senoneCount
                    for senone in 0..<count { scores[row + senones[senone]] = cost[senone] }
                }
            }
        }
    }

    /// Adds the negative log likelihoods of the senones, each a mixture of the four near Gaussians at `place`.
    /// - Parameter weights: The mixture weights by Gaussian and senone.
    private static func add(
        _ near: NearGaussians, _ place: Int, _ weights: UnsafePointer<Float>, _ weight: Float,
        to costs: UnsafeMutablePointer<Float>, _ count: Int
    ) {
        func row(_ rank: Int) -> UnsafePointer<Float> { weights + Int(near.places[place + rank]) * count }
        let (first, second, third, fourth) = (row(0), row(1), row(2), row(3))
        let (share1, share2) = (near.likelihoods[place], near.likelihoods[place + 1])
        let (share3, share4) = (near.likelihoods[place + 2], near.likelihoods[place + 3])
        var senone = 0
        while senone < count {
            let likelihood =
                first[senone] * share1 + second[senone] * share2 + third[senone] * share3 + fourth[senone] * share4
            costs[senone] -= logarithm(likelihood) * weight
            senone += 1
        }
    }

    /// Returns the natural logarithm of a positive number, to 0.0001: the exponent plus a polynomial of the
    /// fraction.
    @inline(__always)
    static func logarithm(_ value: Float) -> Float {
        let bits = value.bitPattern
        let exponent = Float(Int32(bitPattern: bits >> 23) - 127)
        let fraction = Float(bitPattern: (bits & 0x7F_FFFF) | 0x3F80_0000)
        // Approximates the logarithm of base 2 over 1…2 to 0.000015.
        var sum: Float = 0.043_928_63
        sum = sum * fraction - 0.409_475_59
        sum = sum * fraction + 1.610_177_55
        sum = sum * fraction - 3.520_218_84
        sum = sum * fraction + 5.069_756_32
        sum = sum * fraction - 2.794_153_68
        return (exponent + sum) * 0.693_147_18
    }

    private static func header(senones: Int) -> [UInt8] {
        let text = "s3\nversion 0.1\nn_sen \(senones)\nlogbase 1.0001\nendhdr\n"
        return Array(text.utf8) + withUnsafeBytes(of: PhoneGaussians.byteOrder, Array.init)
    }

    private static func append(_ scores: ArraySlice<Float>, to file: inout [UInt8]) {
        let best = scores.min() ?? 0
        let numbers = [Int16(scores.count)] + scores.map { Int16(min(worst, $0 - best + 0.5)) }
        numbers.withUnsafeBytes { file.append(contentsOf: $0) }
    }
}
