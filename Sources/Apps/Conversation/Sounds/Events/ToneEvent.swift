import SaybusDispatch
import SaybusMessages

/// One or several sine tones, or a sound file.
///
/// A sound file stays on the audio stage's machine. Only its path inside the audio stage's folder of sounds
/// (`saybus-audio --sounds FOLDER`) travels on the bus. A file that cannot be played is reported once in the
/// log and in the app's status; its completion gets ``AudioOutcome/skipped(reason:)``, and the next event is
/// played.
public struct ToneEvent: AudibleEvent, Equatable {
    /// The tones, in order; empty for a sound file.
    public let tones: [AudioEvent.Tone]
    /// The sound file; nil for tones.
    public let file: AudioEvent.File?

    /// Creates a tone.
    /// - Parameters:
    ///   - frequency: The frequency in hertz.
    ///   - duration: The duration.
    ///   - volume: The volume, 0…1.
    public init(frequency: Double, duration: Duration, volume: Double = 0.3) {
        self.init(tones: [
            AudioEvent.Tone(frequency: frequency, durationMs: duration.boundedMilliseconds, volume: volume)
        ])
    }

    /// Creates several consecutive tones.
    public init(tones: [AudioEvent.Tone]) { (self.tones, file) = (tones, nil) }

    /// Creates an event that plays a sound file: WAV, FLAC, Ogg or MP3, of any sample rate.
    /// - Parameters:
    ///   - path: The path inside the audio stage's folder of sounds, `soundbank://saybus/NAME` for one of the stage's
    ///     own sounds, or an `https` address.
    ///   - volume: The volume, 0…1.
    ///   - loops: Whether the sound begins again at its end: until its track is cancelled (``AudioTrack/cancelAll()``),
    ///     something else is posted on its track, or the app ends. The turn does not wait for it.
    ///   - offset: The position at which the sound begins.
    public init(file path: String, volume: Double = 1, loops: Bool = false, offset: Duration = .zero) {
        (tones, file) = (
            [],
            AudioEvent.File(
                path, volume: volume == 1 ? nil : volume, loops: loops ? true : nil,
                offsetMs: offset > .zero ? offset.boundedMilliseconds : nil)
        )
    }

    /// The playable operations: tones of 1 Hz to 20 kHz and at least one millisecond, and a file with a path.
    public var operations: [AudioEvent] {
        if let file { return file.path.isEmpty || !(0...1 ~= file.volume ?? 1) ? [] : [.file(file)] }
        return tones.filter { 1...20_000 ~= $0.frequency && $0.durationMs > 0 && 0...1 ~= $0.volume ?? 0.3 }.map(
            AudioEvent.tone)
    }
}
