import Messages

/// A sine tone, or several after each other.
///
/// SayKit's tones are sound files. Sound files do not travel on the bus, which is for short messages, and an audio stage opens no path that
/// it gets from there but in the folder of sounds that it was told; a tone is said by its pitch and length.
public struct ToneEvent: AudibleEvent, Equatable {
    /// The tones, in order.
    public let tones: [AudioEvent.Tone]

    /// A tone.
    /// - Parameters:
    ///   - frequency: Hertz.
    ///   - duration: How long.
    ///   - volume: 0…1.
    public init(frequency: Double, duration: Duration, volume: Double = 0.3) {
        tones = [AudioEvent.Tone(frequency: frequency, durationMs: duration.milliseconds, volume: volume)]
    }

    /// Several tones after each other.
    public init(tones: [AudioEvent.Tone]) { self.tones = tones }

    /// The tones that can be played: from 1 Hz to 20 kHz, of at least a millisecond.
    public var operations: [AudioEvent] {
        tones.filter { 1...20_000 ~= $0.frequency && $0.durationMs > 0 && 0...1 ~= $0.volume ?? 0.3 }.map(
            AudioEvent.tone)
    }
}
