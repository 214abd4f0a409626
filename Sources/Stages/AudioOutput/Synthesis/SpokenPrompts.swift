import SaybusMessages
import Synchronization

/// A cache of short prompts in front of an engine in this process, shared by all its readers.
final class SpokenPrompts<Settings: Hashable & Sendable>: Sendable {
    /// The key of a prompt.
    private struct Key: Hashable {
        var text: String
        var format: AudioEvent.Speech.Format?
        var settings: Settings
    }

    /// The maximum length of a cached text in UTF-8 bytes.
    static var maximumPromptBytes: Int { 200 }

    private let cache: Mutex<PromptCache<Key>>

    /// - Parameter bytes: The maximum size of the cached samples in bytes; 0 disables the cache.
    init(bytes: Int) { cache = Mutex(PromptCache(capacity: bytes)) }

    /// The number of requests answered from the cache.
    var hits: Int { cache.withLock(\.hits) }

    /// Returns a speech: from the cache, or made by a job and, if short, recorded.
    ///
    /// The job is cancelled when the speech is released.
    func audio<Piece>(
        of speech: AudioEvent.Speech, _ settings: Settings, rate: Int, _ make: () throws -> SpeechJob<Piece>
    ) rethrows -> SpeechAudio {
        let key = Key(text: speech.text, format: speech.format, settings: settings)
        let isShort = speech.text.utf8.count <= Self.maximumPromptBytes
        if isShort, let known = cache.withLock({ $0.speech(for: key) }) {
            return SpeechAudio(rate: rate, blocks: Self.blocks(of: known))
        }
        let reader = Reader(try make())
        let recording = isShort ? Recording(limit: cache.withLock(\.maximumEntrySamples)) : nil
        return SpeechAudio(
            rate: rate,
            blocks: AsyncThrowingStream {
                let block = try await reader.job.next()
                if let whole = recording?.add(block) { self.cache.withLock { $0.insert(whole, for: key) } }
                return block
            })
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
    private final class Reader<Piece: Sendable>: Sendable {
        let job: SpeechJob<Piece>
        init(_ job: SpeechJob<Piece>) { self.job = job }
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
