import SaybusMessages
import SaybusStage

/// A text-to-speech engine.
public protocol Synthesizer: Sendable {
    /// The engine's name, such as `espeak-ng`.
    var engine: String { get }

    /// A sentence about an engine that is installed and cannot be used, so that another one speaks; nil when no engine
    /// is replaced.
    var limitation: String? { get }

    /// Checks in advance that speech with the default voice can be synthesized; a stage calls it at its start.
    ///
    /// Servers and programs are not checked, since they may start later.
    /// - Throws: ``SynthesisError`` when the voice or the engine is missing.
    func prepare() async throws

    /// Returns the voices that ``synthesize(_:)`` accepts.
    func voices() async throws -> [Voice]

    /// Begins synthesis. Returns once the parameters have been checked; the sound is made while it is read.
    ///
    /// - Throws: ``SynthesisError`` for an unknown voice or a value out of range.
    func synthesize(_ speech: AudioEvent.Speech) async throws -> SpeechAudio
}

extension Synthesizer {
    /// No limitation: the synthesizer has one engine.
    public var limitation: String? { nil }

    /// Checks nothing.
    public func prepare() async throws {}

    /// Checks in advance, as ``prepare()``, for a program that ends without its voice.
    /// - Throws: `StageFailure` with code `configuration` when the engine has no such voice, else `unavailable`.
    package func prepareForStart() async throws(StageFailure) {
        do {
            try await prepare()
        } catch {
            let isUnknown = (error as? SynthesisError)?.code == .unknownVoice
            throw StageFailure(isUnknown ? .configuration : .unavailable, "\(error)")
        }
    }
}
