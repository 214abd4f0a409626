/// The frames of an utterance as the model sees them: cepstra without their mean, first and second differences.
///
/// As `1s_c_d_dd` of the library: differences over two frames to each side, and those of the differences one frame to each side.
struct UtteranceFeatures: Sendable {
    let count: Int
    /// By stream, frame, dimension.
    let values: [Float]

    /// Nil without frames.
    init?(cepstra: [Float]) {
        let length = PhoneGaussians.length
        let count = cepstra.count / length
        guard count > 0 else { return nil }
        var mean = [Float](repeating: 0, count: length)
        // Frames of next to no energy have no part in it, as with the library.
        let sounding = (0..<count).map { $0 * length }.filter { cepstra[$0] >= 0 }
        for frame in sounding {
            for dimension in 0..<length { mean[dimension] += cepstra[frame + dimension] / Float(sounding.count) }
        }
        let plain = cepstra.enumerated().map { $1 - mean[$0 % length] }
        func difference(_ later: Int, _ earlier: Int) -> [Float] {
            (0..<count * length).map { place in
                let (frame, dimension) = (place / length, place % length)
                func value(_ offset: Int) -> Float {
                    plain[min(count - 1, max(0, frame + offset)) * length + dimension]
                }
                return value(later) - value(earlier)
            }
        }
        let second = zip(difference(3, -1), difference(1, -3)).map { $0 - $1 }
        self.count = count
        values = plain + difference(2, -2) + second
    }

    /// The place of the first value of a frame in a stream.
    func first(of frame: Int, _ stream: Int) -> Int { (stream * count + frame) * PhoneGaussians.length }
}
