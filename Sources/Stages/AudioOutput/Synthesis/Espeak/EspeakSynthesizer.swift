import SaybusMessages
import Synchronization

/// A synthesizer that uses espeak-ng in this process. All instances share the library.
///
/// Long texts are synthesized some hundred characters at a time, as their sound is read, and alternate with other
/// texts. Short prompts are cached. Word positions are reported.
public final class EspeakSynthesizer: Synthesizer {
    /// `espeak-ng`
    public let engine = "espeak-ng"

    private let voice: String
    private let rate: Int
    private let pitch: Int
    private let prompts: SpokenPrompts<EspeakSettings>
    private let known = Mutex<(rate: Int, voices: EspeakVoices)?>(nil)

    /// Creates a synthesizer.
    ///
    /// - Parameters:
    ///   - voice: The default voice: a voice's name, its identifier, or a language, with or without `+variant`.
    ///   - rate: The default rate: words per minute, 80…450.
    ///   - pitch: The default pitch, 0…100.
    ///   - cacheBytes: The maximum size of the cached samples in bytes; 0 disables the cache.
    public init(voice: String = "en-us", rate: Int = 175, pitch: Int = 50, cacheBytes: Int = 8 << 20) {
        (self.voice, self.rate, self.pitch) = (voice, rate, pitch)
        prompts = SpokenPrompts(bytes: cacheBytes)
    }

    /// The number of requests answered from the cache. Tests count them: the sound is the same without the cache.
    var cacheHits: Int { prompts.hits }

    /// Returns all voices of the library.
    public func voices() async throws -> [Voice] { try await library().voices.voices }

    /// Starts the library, and checks that the default voice exists.
    /// - Throws: ``SynthesisError`` with code `unknownVoice`, or the library's own.
    public func prepare() async throws { _ = try Self.identifier(of: voice, in: await library().voices) }

    /// Begins synthesis.
    public func synthesize(_ speech: AudioEvent.Speech) async throws -> SpeechAudio {
        let library = try await library()
        let identifier = try Self.identifier(of: speech.voice ?? voice, in: library.voices)
        let settings = try EspeakSettings(speech, voice: identifier, rate: rate, pitch: pitch)
        return try prompts.audio(of: speech, settings, rate: library.rate) {
            SpeechJob(try SpeechText.parts(of: speech), lowWater: library.rate) { part, isLast, job in
                let receiver = EspeakPartReceiver(part, job)
                EspeakEngine.shared.make(part, endsAtOnce: isLast || part.pause > 0, settings, for: receiver)
            }
        }
    }

    private static func identifier(of name: String, in voices: EspeakVoices) throws -> String {
        guard let identifier = voices.identifier(for: name) else {
            throw SynthesisError(
                .unknownVoice,
                "No voice of espeak-ng is called \"\(name.prefix(64))\" or speaks that language; `saybus voices` lists them."
            )
        }
        return identifier
    }

    private func library() async throws -> (rate: Int, voices: EspeakVoices) {
        if let known = known.withLock({ $0 }) { return known }
        let library = (rate: try await EspeakEngine.shared.start(), voices: try await EspeakEngine.shared.voices())
        known.withLock { $0 = library }
        return library
    }
}
