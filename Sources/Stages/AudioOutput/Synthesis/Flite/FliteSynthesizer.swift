import SaybusFlite
import SaybusMessages

/// A synthesizer that uses libflite in this process: English voices, clearer than espeak-ng's. All instances share
/// the library.
///
/// Texts are synthesized sentence by sentence, as their sound is read, and alternate with other texts. Short prompts
/// are cached. Word positions are reported. Of markup, pauses, `sub`, `say-as`, `emphasis` and `prosody` are applied.
public final class FliteSynthesizer: Synthesizer {
    /// `flite`
    public let engine = "flite"

    /// The default voice: the first one that is installed.
    public static let defaultVoice = "en"

    private let voice: String
    private let library: SentenceEngine<FliteVoices>
    private let prompts: SpokenPrompts<FliteSettings>

    /// Creates a synthesizer.
    /// - Parameters:
    ///   - voice: The default voice: its name, or `en`.
    ///   - cacheBytes: The maximum size of the cached samples in bytes; 0 disables the cache.
    public convenience init(voice: String = FliteSynthesizer.defaultVoice, cacheBytes: Int = 8 << 20) {
        self.init(voice: voice, cacheBytes: cacheBytes, engine: FliteVoices.shared)
    }

    init(voice: String = FliteSynthesizer.defaultVoice, cacheBytes: Int = 8 << 20, engine: SentenceEngine<FliteVoices>)
    {
        (self.voice, library) = (voice, engine)
        prompts = SpokenPrompts(bytes: cacheBytes)
    }

    /// Returns the voices that are installed.
    public func voices() async throws -> [Voice] {
        FliteVoiceEntry.all.filter(\.isInstalled).map { Voice($0) }
    }

    /// Loads the library and the default voice.
    /// - Throws: ``SynthesisError`` with code `unavailable` or `unknownVoice`.
    public func prepare() async throws { try await library.load(try Self.entry(voice)) }

    /// Begins synthesis.
    public func synthesize(_ speech: AudioEvent.Speech) async throws -> SpeechAudio {
        let entry = try Self.entry(speech.voice ?? voice)
        let settings = try FliteSettings(speech, voice: entry)
        try await library.load(entry)
        return try prompts.audio(of: speech, settings, rate: entry.rate) {
            // The library cannot change the pitch within a sentence.
            let sentences = try SpokenSentence.sentences(of: speech) { $0.pitch != $1.pitch }.map { FliteSentence($0) }
            if !sentences.contains(where: \.isSpoken), speech.text.contains(where: \.isLetter),
                speech.format == nil || speech.format == .text
            {
                throw SynthesisError(
                    .failed, "flite knows no letter of this text, since it speaks only English: choose another voice.")
            }
            return SpeechJob(sentences, lowWater: entry.rate) { [library] sentence, isLast, job in
                library.make(sentence, isLast: isLast, settings, for: job)
            }
        }
    }

    /// Returns the voice of a name or language.
    private static func entry(_ name: String) throws(SynthesisError) -> FliteVoiceEntry {
        let folded = name.lowercased().replacing("_", with: "-")
        let short = folded.hasPrefix("cmu-us-") ? String(folded.dropFirst(7)) : folded
        if let named = FliteVoiceEntry.all.first(where: { $0.name == short }) { return named }
        let entries = FliteVoiceEntry.all.filter(\.isInstalled)
        if let speaking = entries.first(where: { $0.language.lowercased() == folded }) ?? entries.first,
            folded == "en" || folded.hasPrefix("en-"), folded.utf8.count <= 16
        {
            return speaking
        }
        guard !entries.isEmpty else {
            throw SynthesisError(.unavailable, "No voice of flite is installed: \(FliteLibrary.advice)")
        }
        throw SynthesisError(
            .unknownVoice,
            "No voice of flite is called \"\(name.prefix(64))\", and flite speaks only English; `saybus voices` lists all voices."
        )
    }
}

extension Voice {
    /// Creates the description of a voice of flite.
    init(_ entry: FliteVoiceEntry) {
        self.init(
            name: entry.name, identifier: entry.name, languages: [entry.language],
            gender: entry.isFemale ? .female : .male)
        (engine, licence) = ("flite", "BSD-like")
        quality = entry.isStatistical ? .medium : .low
    }
}
