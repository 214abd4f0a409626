import Foundation

/// Triangular bands of equal width on the mel scale (Stevens, Volkmann and Newman, 1937). Each overlaps half of both
/// its neighbors.
enum MelBands {
    static let count = 25
    /// The lower edge of the lowest band and the upper edge of the highest, in hertz.
    static let range = 60.0...7900.0

    private struct Band {
        let first: Int
        /// The weight of each component of the spectrum from `first` on; at most 1.
        let weights: [Float]
        let total: Float
    }

    private static let bands: [Band] = {
        func mel(_ frequency: Double) -> Double { 2595 * log10(1 + frequency / 700) }
        let (low, high) = (mel(range.lowerBound), mel(range.upperBound))
        let edges = (0..<count + 2).map { edge in
            700 * (pow(10, (low + (high - low) * Double(edge) / Double(count + 1)) / 2595) - 1)
        }
        let width = Double(SpeechEnhancer.rate) / Double(Spectrum.window)
        return (0..<count).map { band in
            let (start, middle, end) = (edges[band], edges[band + 1], edges[band + 2])
            let all = (0..<Spectrum.components).map { component in
                let frequency = Double(component) * width
                return Float(max(0, min((frequency - start) / (middle - start), (end - frequency) / (end - middle))))
            }
            let first = all.firstIndex { $0 > 0 } ?? 0
            let last = all.lastIndex { $0 > 0 } ?? 0
            let weights = Array(all[first...last])
            return Band(first: first, weights: weights, total: weights.reduce(0, +))
        }
    }()

    /// Returns the mean energy of each band.
    static func energies(_ row: Spectrum.Row) -> [Float] {
        let energies = row.energies
        return bands.map { band in
            var sum: Float = 0
            for (place, weight) in band.weights.enumerated() { sum += weight * energies[band.first + place] }
            return sum / band.total
        }
    }

    /// Returns the gain of each component of a spectrum. Gains are interpolated between the bands, and constant beyond
    /// the outermost ones.
    static func gains(_ ofBands: [Float]) -> [Float] {
        var sums = [Float](repeating: 0, count: Spectrum.components)
        var weights = sums
        for (band, gain) in zip(bands, ofBands) {
            for (place, weight) in band.weights.enumerated() {
                sums[band.first + place] += weight * gain
                weights[band.first + place] += weight
            }
        }
        return sums.indices.map { component in
            if weights[component] > 1e-6 { return sums[component] / weights[component] }
            return component < Spectrum.components / 2 ? ofBands[0] : ofBands[count - 1]
        }
    }
}
