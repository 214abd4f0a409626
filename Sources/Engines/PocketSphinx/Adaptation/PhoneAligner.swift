/// An aligner of the frames of a word with its phones, by the best path (Viterbi).
struct PhoneAligner {
    let model: PhoneGaussians
    let features: UtteranceFeatures

    /// Returns the index in `phones` of each frame's phone; nil when there are fewer frames than phones.
    func path(_ phones: [Int], in frames: Range<Int>) -> [Int]? {
        guard !phones.isEmpty, frames.count >= phones.count else { return nil }
        guard phones.count > 1 else { return [Int](repeating: 0, count: frames.count) }
        var known: [Int: [Float]] = [:]
        for phone in phones where known[phone] == nil { known[phone] = frames.map { score(phone, frame: $0) } }
        let scores = phones.map { known[$0] ?? [] }
        var best = [Float](repeating: -.infinity, count: phones.count)
        best[0] = scores[0][0]
        var entered = [[Bool]](repeating: [Bool](repeating: false, count: phones.count), count: frames.count)
        for frame in 1..<frames.count {
            for phone in phones.indices.reversed() {
                let comes = phone > 0 && best[phone - 1] > best[phone]
                entered[frame][phone] = comes
                best[phone] = (comes ? best[phone - 1] : best[phone]) + scores[phone][frame]
            }
        }
        var path = [Int](repeating: 0, count: frames.count)
        var phone = phones.count - 1
        for frame in frames.indices.reversed().map({ $0 - frames.lowerBound }) {
            path[frame] = phone
            if entered[frame][phone] { phone -= 1 }
        }
        return path
    }

    /// Returns the score of a phone for a frame: the sum over the streams of the best log density.
    private func score(_ phone: Int, frame: Int) -> Float {
        (0..<PhoneGaussians.streams).reduce(0) { sum, stream in
            let densities = logDensities(phone, stream, frame: frame)
            // The best Gaussian makes up nearly all of the sum.
            return sum + (densities.max() ?? 0)
        }
    }

    /// Returns the log densities of a phone's Gaussians in a stream at a frame.
    func logDensities(_ phone: Int, _ stream: Int, frame: Int) -> [Float] {
        let length = PhoneGaussians.length
        let first = model.first(of: phone, stream)
        let place = features.first(of: frame, stream)
        return [Float](unsafeUninitializedCapacity: model.density) { densities, count in
            features.values.withUnsafeBufferPointer { values in
                model.means.withUnsafeBufferPointer { means in
                    model.precisions.withUnsafeBufferPointer { precisions in
                        for gaussian in 0..<model.density {
                            var sum: Float = 0
                            let start = (first + gaussian) * length
                            for dimension in 0..<length {
                                let away = values[place + dimension] - means[start + dimension]
                                sum += away * away * precisions[start + dimension]
                            }
                            densities.initializeElement(
                                at: gaussian, to: model.constants[first + gaussian] - 0.5 * sum)
                        }
                    }
                }
            }
            count = model.density
        }
    }
}
