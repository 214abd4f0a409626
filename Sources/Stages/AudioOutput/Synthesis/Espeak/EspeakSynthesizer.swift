import SaybusMessages
import Synchronization

/// A synthesizer that uses espeak-ng in this process. All instances share the library.
///
/// Long texts are synthesized some hundred characters at a time, as their sound is read, and alternate with other
/// texts. Short prompts are cached. Word positions are reported.
public final class EspeakSynthesizer: Synthesizer {
    /// `espeak-ng`
    public let engine = "espeak-ng"

    /// The maximum length of a cached text in UTF-8 bytes.
    static let longestPrompt = 200

    private struct Prompt: Hashable {
        var text: String
        var format: AudioEvent.Speech.Format?
        var settings: EspeakSettings
    }

    private let voice: String
    private let rate: Int
    private let pitch: Int
    private let cache: Mutex<PromptCache<Prompt>>
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
        cache = Mutex(PromptCache(capacity: cacheBytes))
    }

    /// The number of requests answered from the cache.
    public var cacheHits: Int { cache.withLock(\.hits) }

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
        let prompt = Prompt(text: speech.text, format: speech.format, settings: settings)
        let isShort = speech.text.utf8.count <= Self.longestPrompt
        if isShort, let known = cache.withLock({ $0.speech(for: prompt) }) {
            return SpeechAudio(rate: library.rate, blocks: Self.blocks(of: known))
        }
        let reader = Reader(EspeakJob(try SpeechText.parts(of: speech), settings: settings, engine: .shared))
        let recording = isShort ? Recording(limit: cache.withLock(\.longestEntry)) : nil
        return SpeechAudio(
            rate: library.rate,
            blocks: AsyncThrowingStream {
                let block = try await reader.job.next()
                if let whole = recording?.add(block) { self.cache.withLock { $0.insert(whole, for: prompt) } }
                return block
            })
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

    /// Returns cached speech in blocks; the first has all words, also those of later blocks.
    private static func blocks(of speech: SpeechAudio.Block) -> AsyncThrowingStream<SpeechAudio.Block, any Error> {
        let place = Mutex(0)
        return AsyncThrowingStream {
            place.withLock { place in
                guard place < speech.samples.count else { return nil }
                let end = min(speech.samples.count, place + 2048)
                defer { place = end }
                return SpeechAudio.Block(Array(speech.samples[place..<end]), words: place == 0 ? speech.words : [])
            }
        }
    }

    /// The owner of a job, which stops the engine when its stream is released.
    private final class Reader: Sendable {
        let job: EspeakJob
        init(_ job: EspeakJob) { self.job = job }
        deinit { job.cancel() }
    }

    /// A recorder of a prompt's blocks for the cache.
    private final class Recording: Sendable {
        private let limit: Int
        private let speech = Mutex<SpeechAudio.Block?>(SpeechAudio.Block([]))
        init(limit: Int) { self.limit = limit }

        /// Adds a block; nil marks the end. Returns the whole prompt at the end, unless it is too long.
        func add(_ block: SpeechAudio.Block?) -> SpeechAudio.Block? {
            speech.withLock { speech in
                guard let block else {
                    defer { speech = nil }
                    return speech
                }
                speech?.samples += block.samples
                speech?.words += block.words
                if speech?.samples.count ?? 0 > limit { speech = nil }
                return nil
            }
        }
    }
}
