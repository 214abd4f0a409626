import SaybusMessages
import Synchronization

/// Speaks with espeak-ng, inside the process. Any number may be made: they share the library, which is one per process.
///
/// Long texts are made while they are read, some hundred characters at a time, and other texts get their turn in between. Short prompts are
/// kept, so that saying them again costs nothing. Words are told with their places.
public final class EspeakSynthesizer: Synthesizer {
    /// `espeak-ng`
    public let engine = "espeak-ng"

    /// Longest text that is kept once spoken, in UTF-8 bytes.
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

    /// A synthesizer.
    ///
    /// - Parameters:
    ///   - voice: For speech that names none: a voice's name, its identifier, or a language, with or without `+variant`.
    ///   - rate: For speech that gives none: words a minute, 80…450.
    ///   - pitch: For speech that gives none: 0…100.
    ///   - cacheBytes: How many bytes of samples of short prompts are kept; 0 keeps none.
    public init(voice: String = "en-us", rate: Int = 175, pitch: Int = 50, cacheBytes: Int = 8 << 20) {
        (self.voice, self.rate, self.pitch) = (voice, rate, pitch)
        cache = Mutex(PromptCache(capacity: cacheBytes))
    }

    /// How many requests were answered from kept prompts.
    public var cacheHits: Int { cache.withLock(\.hits) }

    /// All voices of the library.
    public func voices() async throws -> [Voice] { try await library().voices.voices }

    /// Starts the library, and makes sure that there is the voice for speech that names none.
    /// - Throws: ``SynthesisError`` with code `unknownVoice`, or the library's own.
    public func prepare() async throws { _ = try Self.identifier(of: voice, in: await library().voices) }

    /// Begins to speak.
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
                if let whole = recording?.add(block) { self.cache.withLock { $0.keep(whole, for: prompt) } }
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

    /// The first block has all words, of those that begin later too.
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

    /// Stops the engine when the stream that holds it goes.
    private final class Reader: Sendable {
        let job: EspeakJob
        init(_ job: EspeakJob) { self.job = job }
        deinit { job.cancel() }
    }

    /// Gathers the blocks of a prompt until its end.
    private final class Recording: Sendable {
        private let limit: Int
        private let speech = Mutex<SpeechAudio.Block?>(SpeechAudio.Block([]))
        init(limit: Int) { self.limit = limit }

        /// The whole, once the last block was followed by nil and it is not too long.
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
