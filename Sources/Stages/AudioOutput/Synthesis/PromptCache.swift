/// A cache of recently spoken prompts with a limit in bytes; the least recently used entry is removed first.
struct PromptCache<Key: Hashable & Sendable>: Sendable {
    /// The maximum size of all samples in bytes; a single entry may take a quarter of it.
    let capacity: Int
    /// The current size in bytes.
    private(set) var bytes = 0
    /// The number of requests found in the cache.
    private(set) var hits = 0

    private var entries: [Key: (speech: SpeechAudio.Block, use: UInt64)] = [:]
    private var clock: UInt64 = 0

    init(capacity: Int) { self.capacity = max(0, capacity) }

    /// The maximum number of samples of an entry.
    var maximumEntrySamples: Int { capacity / 4 / MemoryLayout<Int16>.size }

    /// Returns a cached prompt and counts the request as a hit; nil when the prompt is not cached.
    mutating func speech(for key: Key) -> SpeechAudio.Block? {
        guard let found = entries[key] else { return nil }
        hits += 1
        clock += 1
        entries[key] = (found.speech, clock)
        return found.speech
    }

    /// Inserts a prompt, unless it is too long for an entry.
    mutating func insert(_ speech: SpeechAudio.Block, for key: Key) {
        guard speech.samples.count <= maximumEntrySamples, capacity > 0 else { return }
        if let old = entries.removeValue(forKey: key) { bytes -= Self.size(old.speech) }
        bytes += Self.size(speech)
        while bytes > capacity, let oldest = entries.min(by: { $0.value.use < $1.value.use }) {
            entries[oldest.key] = nil
            bytes -= Self.size(oldest.value.speech)
        }
        clock += 1
        entries[key] = (speech, clock)
    }

    /// Returns the size of an entry in bytes. An entry without samples also has one, so that the number of entries
    /// is bounded.
    private static func size(_ speech: SpeechAudio.Block) -> Int {
        speech.samples.count * MemoryLayout<Int16>.size + speech.words.count * MemoryLayout<SpokenWord>.stride + 64
    }
}
