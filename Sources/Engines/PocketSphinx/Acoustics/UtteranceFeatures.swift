/// The features of an utterance: cepstra without their mean, and their first and second differences.
///
/// They are those of the library's `1s_c_d_dd`: the first differences span two frames to each side, the second
/// differences one frame to each side.
struct UtteranceFeatures: Sendable {
    let count: Int
    /// The features by stream, frame, dimension.
    let values: [Float]

    /// Computes the features; nil without frames.
    init?(cepstra: [Float]) {
        let length = PhoneGaussians.length
        let count = cepstra.count / length
        guard count > 0 else { return nil }
        var mean = [Float](repeating: 0, count: length)
        // Frames of almost no energy do not count in the mean, as in the library.
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

    /// Returns the place of the first value of a frame in a stream.
    func first(of frame: Int, _ stream: Int) -> Int { (stream * count + frame) * PhoneGaussians.length }
}
