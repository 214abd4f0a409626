import SaybusMessages
import SaybusModelStore
import SaybusPiper

/// A synthesizer that uses voices of Piper in this process, by ONNX Runtime. All instances share the voices.
///
/// Texts are synthesized sentence by sentence, as their sound is read, and alternate with other texts. Short prompts
/// are cached. Word positions are reported: those of the network where it tells the durations of its phonemes, as
/// Piper's do, else estimates. Of markup, pauses, `sub`, `say-as` and the rate and volume of `prosody` and `emphasis`
/// are applied; there is no pitch to set.
public final class PiperSynthesizer: Synthesizer {
    /// `piper`
    public let engine = "piper"

    private let voice: String?
    private let store: ModelStore
    private let loaded: SentenceEngine<PiperVoices>
    private let prompts: SpokenPrompts<PiperSettings>

    /// Creates a synthesizer.
    /// - Parameters:
    ///   - voice: The default voice: its name, a language, or the path of its `.onnx` file; nil is the first one.
    ///   - cacheBytes: The maximum size of the cached samples in bytes; 0 disables the cache.
    public convenience init(voice: String? = nil, cacheBytes: Int = 8 << 20) {
        self.init(voice: voice, cacheBytes: cacheBytes, store: ModelStore(), engine: PiperVoices.shared)
    }

    init(voice: String? = nil, cacheBytes: Int = 8 << 20, store: ModelStore, engine: SentenceEngine<PiperVoices>) {
        (self.voice, self.store, loaded) = (voice, store, engine)
        prompts = SpokenPrompts(bytes: cacheBytes)
    }

    /// Returns the voices that are installed; each speaker of a voice of several is listed as `voice#speaker`.
    public func voices() async throws -> [Voice] {
        PiperVoiceFile.installed(in: store).flatMap { file in
            // A voice that cannot be read is reported when it is used.
            guard let configuration = try? PiperConfiguration(contentsOf: file.configurationPath) else {
                return [Voice]()
            }
            let licence = store.manifest.models.first { $0.files.last?.path == "\(file.name).onnx" }?.licence
            guard configuration.speakerCount > 1 else { return [Voice(file.name, configuration, licence)] }
            return (0..<configuration.speakerCount).map {
                Voice("\(file.name)#\(configuration.speakers[$0] ?? String($0))", configuration, licence)
            }
        }
    }

    /// Loads the library and the default voice.
    /// - Throws: ``SynthesisError`` with code `unavailable` or `unknownVoice`.
    public func prepare() async throws { try await loaded.load(try await choose(voice).file) }

    /// Begins synthesis.
    public func synthesize(_ speech: AudioEvent.Speech) async throws -> SpeechAudio {
        let (file, speaker) = try await choose(speech.voice ?? voice)
        let settings = try PiperSettings(speech, voice: file, speaker: speaker)
        let rate = try await loaded.load(file).configuration.rate
        return try prompts.audio(of: speech, settings, rate: rate) {
            // A network has one speed for a sentence.
            let sentences = try SpokenSentence.sentences(of: speech) { $0.rate != $1.rate }
            return SpeechJob(sentences, lowWater: rate) { [loaded] sentence, isLast, job in
                loaded.make(sentence, isLast: isLast, settings, for: job)
            }
        }
    }

    /// Returns the voice of a name or language; nil is the first one.
    private func choose(_ name: String?) async throws -> (file: PiperVoiceFile, speaker: Int) {
        let files = PiperVoiceFile.installed(in: store)
        if let name, name.hasSuffix(".onnx"), name.utf8.count < 1024 { return (PiperVoiceFile(path: name), 0) }
        guard !files.isEmpty else {
            // A default voice that is a file of its own speaks without installed ones.
            throw SynthesisError(
                voice?.hasSuffix(".onnx") == true ? .unknownVoice : .unavailable,
                "No voice of Piper is installed: saybus models get onnxruntime piper-en_US-joe-medium")
        }
        guard let name else { return (files[0], 0) }
        let parts = name.split(separator: "#", maxSplits: 1).map(String.init)
        let folded = Voice.folded(parts.first ?? "")
        if let file = files.first(where: { Voice.folded($0.name) == folded }) {
            return (file, parts.count == 2 ? try speaker(parts[1], of: file) : 0)
        }
        let voices = try await voices()
        // A language is spoken by a voice of another region, too.
        let code = LanguageTag.isTag(folded) ? String(folded.prefix { $0 != "-" }) : folded
        let speaking =
            voices.first { $0.languages.contains { Voice.folded($0) == folded } }
            ?? voices.first { $0.languages.contains { Voice.folded($0).prefix { $0 != "-" } == code } }
        if let speaking, let file = files.first(where: { $0.name == speaking.identifier.prefix { $0 != "#" } }) {
            return (file, 0)
        }
        throw SynthesisError(
            .unknownVoice,
            "No voice of Piper is called \"\(name.prefix(64))\" or speaks that language; `saybus voices` lists all voices."
        )
    }

    private func speaker(_ name: String, of file: PiperVoiceFile) throws(SynthesisError) -> Int {
        if let configuration = try? PiperConfiguration(contentsOf: file.configurationPath) {
            if let known = configuration.speakers.first(where: { $0.value == name })?.key { return known }
            if let number = Int(name), (0..<configuration.speakerCount).contains(number) { return number }
        }
        throw SynthesisError(.unknownVoice, "\(file.name) has no speaker \"\(name.prefix(64))\".")
    }
}

extension Voice {
    /// Creates the description of a voice of Piper, or of one of its speakers.
    fileprivate init(_ name: String, _ configuration: PiperConfiguration, _ licence: String?) {
        self.init(name: name, identifier: name, languages: [configuration.language])
        (engine, quality, self.licence) = ("piper", .high, licence)
    }
}
