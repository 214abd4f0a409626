/// Says of each frame of sound whether somebody speaks in it.
///
/// A detector keeps what it has learned about the room between frames; it sees every frame of its source, in order.
public protocol VoiceActivityDetector: Sendable {
    /// How likely the next frame holds speech, 0…1; from 0.5 on it counts as speech.
    ///
    /// A frame is 10 to 30 ms of 16-bit mono samples at the rate that the detector was made for.
    mutating func probability(_ frame: [Int16]) -> Double

    /// Forgets the room, for a new source.
    mutating func reset()
}

extension VoiceActivityDetector {
    /// Whether the next frame counts as speech.
    public mutating func isSpeech(_ frame: [Int16]) -> Bool { probability(frame) >= 0.5 }
}
