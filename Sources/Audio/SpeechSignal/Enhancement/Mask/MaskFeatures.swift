import Foundation

/// What the network is told of each window of a turn: how far each band is above the turn's noise floor, with the neighbours in time, and what
/// the turn as a whole is like.
struct MaskFeatures {
    /// Windows on either side.
    static let neighbours = 7
    /// Values for a window.
    static let count = MelBands.count * (2 * neighbours + 1) + 3 * MelBands.count

    private let levels: [[Float]]
    private let alike: [Float]

    /// - Parameter energies: Of the bands, for each window of a turn; one window at least.
    init(energies: [[Float]]) {
        // Tens of decibels, roughly.
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

    /// The values for one window; beyond the turn's ends its first and its last window stand for their neighbours.
    func inputs(_ window: Int) -> [Float] {
        var inputs: [Float] = []
        inputs.reserveCapacity(Self.count)
        for place in window - Self.neighbours...window + Self.neighbours {
            inputs += levels[max(0, min(levels.count - 1, place))]
        }
        return inputs + alike
    }
}
