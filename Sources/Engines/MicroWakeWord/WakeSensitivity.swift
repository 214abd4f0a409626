import Foundation

/// The sensitivity of wake word detection as the cutoff of a model's mean probability.
package enum WakeSensitivity {
    /// The sensitivity at which a model's own cutoff holds.
    static let neutral = 300
    /// The steps of sensitivity that shift the cutoff by one on the logistic scale.
    private static let scale = 115.0

    /// Returns the cutoff: a model's own at ``neutral``, above 1 at 0, where nothing wakes, and close to 0 at 1000.
    package static func cutoff(_ own: Double, sensitivity: Int) -> Double {
        if sensitivity == neutral { return own }
        guard sensitivity > 0 else { return 2 }
        let bounded = min(0.999, max(0.001, own))
        let place = log(bounded / (1 - bounded)) - Double(sensitivity - neutral) / scale
        return 1 / (1 + exp(-place))
    }
}
