import SaybusMessages
import SaybusPatternMatching
import SaybusPhrases

/// Corrections of misrecognized transcripts: hesitations are removed, and words are replaced by known words that
/// sound alike.
///
/// The corrected texts are tried with the patterns, which must match the whole text. Speech that is not addressed
/// to the assistant therefore matches no pattern.
public struct TranscriptRepair: Sendable {
    /// The maximum number of corrected texts.
    static let maximumCandidates = 24
    /// The maximum number of words in a transcript; longer transcripts are not corrected.
    static let maximumWords = 30
    /// The maximum length of a transcript in bytes. What is longer than thirty words can be is no speech.
    static let maximumLength = 2000
    /// The maximum number of words on either side of a replacement.
    static let maximumSpan = 4
    /// The minimum number of sounds of a replaceable text; shorter texts sound like too many others.
    static let minimumSounds = 2
    /// The maximum number of known words and values.
    static let maximumEntries = 100_000
    /// The maximum number of known words and values of one app, which leaves room for the others.
    static let maximumEntriesOfApp = 50_000

    /// The minimum similarity of the letters, since the phonetic key alone is too rough.
    static let minimumSimilarity = 0.4

    /// A corrected text.
    struct Candidate: Equatable {
        let text: String
        /// Whether words were replaced, not only removed.
        let hasReplacements: Bool
    }

    private static let hesitations: Set<String> = ["um", "uh", "er", "erm", "hmm", "ah", "eh", "mm"]

    /// The texts that may replace others, by their phonetic key.
    private var known: [SoundKey: [String]] = [:]
    /// The words of all known texts.
    private var knownWords: Set<String> = []

    /// Creates a repair that knows the words of the catalogs: those of patterns, and the values of slot types.
    public init(catalogs: [Catalog]) {
        var entries = 0
        var entriesBeforeApp = 0
        func add(_ text: String, _ known: inout [SoundKey: [String]], _ knownWords: inout Set<String>) {
            let words = Words.normalize(text).map(Words.key(of:))
            guard !words.isEmpty, words.count <= Self.maximumSpan, entries < Self.maximumEntries,
                entries - entriesBeforeApp < Self.maximumEntriesOfApp
            else { return }
            knownWords.formUnion(words)
            let key = SoundKey(words)
            let joined = words.joined(separator: " ")
            guard key.sounds.count >= Self.minimumSounds, known[key]?.contains(joined) != true else { return }
            known[key, default: []].append(joined)
            entries += 1
        }
        for catalog in catalogs {
            entriesBeforeApp = entries
            for type in catalog.slotTypes ?? [] {
                for value in type.values {
                    for text in value.waysToSay { add(text, &known, &knownWords) }
                }
            }
            for pattern in catalog.commandPatterns {
                for word in (pattern.expression.words ?? []).sorted() { add(word, &known, &knownWords) }
            }
        }
    }

    /// Returns the corrected texts, least changed first, without the text itself.
    func candidates(_ text: String) -> [Candidate] {
        guard text.utf8.count <= Self.maximumLength else { return [] }
        let all = Words.tokenize(text, limit: Self.maximumWords + 1).map(\.key)
        guard !all.isEmpty, all.count <= Self.maximumWords else { return [] }
        let words = all.filter { !Self.hesitations.contains($0) }
        guard !words.isEmpty else { return [] }
        var candidates: [Candidate] = []
        if words.count < all.count {
            candidates.append(Candidate(text: words.joined(separator: " "), hasReplacements: false))
        }
        // Each text comes with the position up to which it is corrected; further changes are made to the right of it.
        var queue: [(words: [String], from: Int)] = [(words, 0)]
        var next = 0
        var seen: Set<String> = [words.joined(separator: " ")]
        while next < queue.count, candidates.count < Self.maximumCandidates {
            let (words, from) = queue[next]
            next += 1
            for change in changes(words, from: from) where seen.insert(change.words.joined(separator: " ")).inserted {
                candidates.append(Candidate(text: change.words.joined(separator: " "), hasReplacements: true))
                queue.append(change)
                if candidates.count >= Self.maximumCandidates { break }
            }
        }
        return candidates
    }

    /// Returns the texts with one more replacement; replacements of unknown words come first.
    private func changes(_ words: [String], from: Int) -> [(words: [String], from: Int)] {
        var changes: [(words: [String], from: Int, unknown: Int)] = []
        for start in from..<max(from, words.count) {
            for end in (start + 1)...min(words.count, start + Self.maximumSpan) {
                let said = Array(words[start..<end])
                let key = SoundKey(said)
                guard key.sounds.count >= Self.minimumSounds else { continue }
                let text = said.joined(separator: " ")
                for meant in known[key] ?? []
                where meant != text && Self.similarity(text, meant) >= Self.minimumSimilarity {
                    let new = meant.split(separator: " ").map(String.init)
                    changes.append(
                        (
                            words[..<start] + new + words[end...], start + new.count,
                            said.count { !knownWords.contains($0) }
                        ))
                }
            }
        }
        return changes.sorted { $0.unknown > $1.unknown }.map { ($0.words, $0.from) }
    }

    /// Returns the similarity of two texts: 1 minus the edit distance relative to the longer text.
    private static func similarity(_ first: String, _ second: String) -> Double {
        let (a, b) = (first.utf8.filter { $0 != 0x20 }, second.utf8.filter { $0 != 0x20 })
        var previous = Array(0...b.count)
        for (row, letter) in a.enumerated() {
            var current = [row + 1]
            for (column, other) in b.enumerated() {
                current.append(
                    min(previous[column] + (letter == other ? 0 : 1), previous[column + 1] + 1, current[column] + 1))
            }
            previous = current
        }
        return 1 - Double(previous[b.count]) / Double(max(1, a.count, b.count))
    }
}
