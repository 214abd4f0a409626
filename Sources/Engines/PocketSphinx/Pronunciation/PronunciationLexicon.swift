import SaybusSupport

/// A lexicon of pronunciations: from the dictionary, or else by espeak-ng's rules. Results are cached.
///
/// Reading the dictionary takes milliseconds, so the actor runs on a queue of its own.
package actor PronunciationLexicon {
    private let executor = SerialQueueExecutor(label: "saybus.lexicon")
    package nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    /// The most words in the cache, which is emptied before it would exceed them.
    static let maximumCount = 50_000

    private let dictionary: PronouncingDictionary
    private var known: [String: [Pronunciation]] = [:]

    package init(dictionary: PronouncingDictionary) { self.dictionary = dictionary }

    /// Returns the pronunciations of each word; words that cannot be pronounced are missing.
    package func pronunciations(of words: Set<String>) -> [String: [Pronunciation]] {
        if known.count + words.count > Self.maximumCount { known = [:] }
        let new = words.filter { known[$0] == nil }
        let found = dictionary.pronunciations(of: new)
        for word in new {
            known[word] = found[word] ?? EspeakPronouncer.pronunciation(of: word).map { [$0] } ?? []
        }
        return words.reduce(into: [:]) { result, word in
            if let ways = known[word], !ways.isEmpty { result[word] = ways }
        }
    }
}
