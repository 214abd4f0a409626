import Messages

/// Turns words into sound. Engines conform to it; what uses one knows only this.
public protocol Synthesizer: Sendable {
    /// The engine's name, such as `espeak-ng`.
    var engine: String { get }

    /// The voices that ``synthesize(_:)`` takes.
    func voices() async throws -> [Voice]

    /// Begins to speak. Returns as soon as the settings are known to be good; the sound is made while it is read.
    ///
    /// Throws ``SynthesisError`` for a voice that is not there and for numbers outside their range.
    func synthesize(_ speech: AudioEvent.Speech) async throws -> SpeechAudio
}
