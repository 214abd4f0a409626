/// The amplification of the microphone's audio.
public enum Gain: Sendable, Equatable {
    /// A fixed gain in decibels.
    case decibels(Double)
    /// A gain that brings soft speech, below -40 dB of full scale, to a fixed level, and leaves other speech
    /// unchanged.
    case automatic

    /// Parses a command-line value: `auto`, or decibels from -40 to 40.
    public init?(_ text: String) {
        if text == "auto" {
            self = .automatic
        } else if let decibels = Double(text), (-40...40).contains(decibels) {
            self = .decibels(decibels)
        } else {
            return nil
        }
    }
}
