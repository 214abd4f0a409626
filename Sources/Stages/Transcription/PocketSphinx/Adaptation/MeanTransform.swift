/// A linear transform of all means of a model towards a voice and a room.
///
/// The method is maximum likelihood linear regression with one class (Leggetter and Woodland, 1995),
/// regularized towards the identity while few frames have been seen.
struct MeanTransform: Sendable, Equatable {
    /// The minimum number of frames for a Gaussian to count.
    private static let minimumOccupation = 0.01

    /// The rows, one for each dimension of each stream: the weights of the mean's dimensions, then the offset.
    let rows: [[Double]]

    /// Computes the maximum likelihood transform for the statistics; nil when they have no frames.
    init?(_ statistics: AdaptationStatistics, prior: RegressionSums) {
        guard statistics.frames > 0 else { return nil }
        var sums = prior
        let length = PhoneGaussians.length
        for (gaussian, occupation) in statistics.occupation.enumerated() where occupation > Self.minimumOccupation {
            let frameSum = statistics.sums[gaussian * length..<(gaussian + 1) * length]
            sums.add(gaussian, of: statistics.model, occupation: occupation, frameSum: frameSum)
        }
        guard let rows = sums.solutions else { return nil }
        self.rows = rows
    }
}
