import SaybusMessages

/// A sine tone, several after each other, or a sound file.
///
/// A sound file stays where it is: only its path inside the audio stage's folder of sounds (`saybus-audio --sounds FOLDER`) travels on the bus.
/// One that cannot be played is told once, in the log and in the app's status; its completion is told ``AudioOutcome/skipped(reason:)``, and
/// what comes after it is heard.
public struct ToneEvent: AudibleEvent, Equatable {
    /// The tones, in order; none for a sound file.
    public let tones: [AudioEvent.Tone]
    /// The sound file; nil for tones.
    public let file: AudioEvent.File?

    /// Creates a tone.
    /// - Parameters:
    ///   - frequency: Hertz.
    ///   - duration: How long.
    ///   - volume: 0…1.
    public init(frequency: Double, duration: Duration, volume: Double = 0.3) {
        self.init(tones: [AudioEvent.Tone(frequency: frequency, durationMs: duration.milliseconds, volume: volume)])
    }

    /// Several tones after each other.
    public init(tones: [AudioEvent.Tone]) { (self.tones, file) = (tones, nil) }

    /// Creates a sound file: WAV, FLAC or Ogg, of any rate.
    /// - Parameters:
    ///   - path: Its path inside the audio stage's folder of sounds.
    ///   - volume: 0…1.
    public init(file path: String, volume: Double = 1) {
        (tones, file) = ([], AudioEvent.File(path, volume: volume == 1 ? nil : volume))
    }

    /// What can be played: tones from 1 Hz to 20 kHz, of at least a millisecond; a file that has a path.
    public var operations: [AudioEvent] {
        if let file { return file.path.isEmpty || !(0...1 ~= file.volume ?? 1) ? [] : [.file(file)] }
        return tones.filter { 1...20_000 ~= $0.frequency && $0.durationMs > 0 && 0...1 ~= $0.volume ?? 0.3 }.map(
            AudioEvent.tone)
    }
}
