/// A linear transform of all means of a model towards a voice and a room: maximum likelihood linear regression with
/// one class (Leggetter and Woodland, 1995), with the identity as a prior.
struct MeanTransform: Sendable, Equatable {
    /// Gaussians with fewer frames are left out.
    private static let minimumOccupation = 0.01

    /// A row for each dimension of each stream: the weights of the mean's dimensions, then the offset.
    let rows: [[Double]]

    /// Computes the most likely transform; nil without statistics.
    init?(_ statistics: AdaptationStatistics, prior: RegressionSums) {
        guard statistics.frames > 0 else { return nil }
        var sums = prior
        let length = PhoneGaussians.length
        for (gaussian, occupation) in statistics.occupation.enumerated() where occupation > Self.minimumOccupation {
            let heard = statistics.sums[gaussian * length..<(gaussian + 1) * length]
            sums.add(gaussian, of: statistics.model, occupation: occupation, frameSum: heard)
        }
        guard let rows = sums.solutions else { return nil }
        self.rows = rows
    }
}
