import Foundation

/// The inputs of the network for each window of a turn: the level of each band above the turn's noise floor, in the
/// window and its neighbors, and statistics of the turn as a whole.
struct MaskFeatures {
    /// The number of neighboring windows on either side.
    static let neighbours = 7
    /// The number of inputs for a window.
    static let count = MelBands.count * (2 * neighbours + 1) + 3 * MelBands.count

    private let levels: [[Float]]
    private let alike: [Float]

    /// Computes the features of a turn.
    /// - Parameter energies: The energies of the bands for each window of the turn, at least one window.
    init(energies: [[Float]]) {
        // The unit of the levels is about ten decibels.
        let levels = energies.map { $0.map { log($0 + 1) / 2.3 } }
        func quantile(_ part: Float) -> [Float] {
            (0..<MelBands.count).map { band in
                let sorted = levels.map { $0[band] }.sorted()
                let place = Float(sorted.count - 1) * part
                let below = Int(place)
                let above = min(below + 1, sorted.count - 1)
                return sorted[below] + (sorted[above] - sorted[below]) * (place - Float(below))
            }
        }
        let (floor, middle, loud) = (quantile(0.1), quantile(0.5), quantile(0.9))
        let mean = floor.reduce(0, +) / Float(MelBands.count)
        self.levels = levels.map { zip($0, floor).map { $0 - $1 } }
        alike = zip(middle, floor).map { $0 - $1 } + zip(loud, floor).map { $0 - $1 } + floor.map { $0 - mean }
    }

    /// Returns the inputs for one window. Beyond the turn's ends, its first or last window is repeated.
    func inputs(_ window: Int) -> [Float] {
        var inputs: [Float] = []
        inputs.reserveCapacity(Self.count)
        for place in window - Self.neighbours...window + Self.neighbours {
            inputs += levels[max(0, min(levels.count - 1, place))]
        }
        return inputs + alike
    }
}
