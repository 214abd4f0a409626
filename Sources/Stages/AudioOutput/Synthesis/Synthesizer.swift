import SaybusMessages

/// Turns words into sound. Engines conform to it; what uses one knows only this.
public protocol Synthesizer: Sendable {
    /// The engine's name, such as `espeak-ng`.
    var engine: String { get }

    /// Makes sure that speech which names no voice can be spoken, as far as that is known before the first: a stage does so at its start.
    ///
    /// Throws ``SynthesisError``. A server or a program is asked when it speaks: there may be one by then.
    func prepare() async throws

    /// The voices that ``synthesize(_:)`` takes.
    func voices() async throws -> [Voice]

    /// Begins to speak. Returns as soon as the settings are known to be good; the sound is made while it is read.
    ///
    /// Throws ``SynthesisError`` for a voice that is not there and for numbers outside their range.
    func synthesize(_ speech: AudioEvent.Speech) async throws -> SpeechAudio
}

extension Synthesizer {
    /// Knows nothing before the first speech.
    public func prepare() async throws {}
}
