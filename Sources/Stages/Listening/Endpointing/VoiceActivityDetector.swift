/// A voice activity detector: decides for each frame whether it holds speech.
///
/// A detector may keep a model of the room between frames; it gets every frame of its source, in order.
public protocol VoiceActivityDetector: Sendable {
    /// Returns the probability that the next frame holds speech, 0…1; from 0.5 on it counts as speech.
    ///
    /// A frame is 10 to 30 ms of 16-bit mono samples at the rate for which the detector was made.
    mutating func probability(_ frame: [Int16]) -> Double

    /// Drops the model of the room, for a new source.
    mutating func reset()
}

extension VoiceActivityDetector {
    /// Returns whether the next frame counts as speech.
    public mutating func isSpeech(_ frame: [Int16]) -> Bool { probability(frame) >= 0.5 }
}
