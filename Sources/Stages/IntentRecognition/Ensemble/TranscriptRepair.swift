import SaybusMessages
import SaybusPatternMatching
import SaybusPhrases

/// Corrections of misrecognized transcripts: hesitations are removed, and words are replaced by known words that
/// sound alike.
///
/// Of other languages than English it is not known how words sound, so that their catalogs have no corrections. Words
/// that the key of the sounds leaves out, such as digits, and those that change the meaning are never replaced. No
/// amount is made of words that are none.
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
    /// The maximum number of known words and values.
    static let maximumEntries = 100_000
    /// The maximum number of known words and values of one app, which leaves room for the others.
    static let maximumEntriesOfApp = 50_000

    /// A corrected text.
    struct Candidate: Equatable {
        let text: String
        /// Whether words were replaced, not only removed.
        let hasReplacements: Bool
        /// Whether words were put in the place of others that may as well stand for many more.
        let isDoubtful: Bool
        /// The number words that were put in.
        var numbers: Set<String> = []
    }

    /// A text with some replacements.
    private struct Change {
        var words: [String]
        /// The position up to which the text is corrected; further changes are made to the right of it.
        var from: Int
        var isDoubtful: Bool
        var numbers: Set<String> = []
    }

    private static let hesitations: Set<String> = [
        "um", "umm", "uhm", "uh", "er", "erm", "hm", "hmm", "hmmm", "mhm", "ah", "eh", "mm", "mmm",
    ]

    /// The texts that may replace others, by their phonetic key.
    private var known: [SoundKey: [String]] = [:]
    /// The words of all known texts.
    private var knownWords: Set<String> = []
    /// The known texts that are values.
    private var values: Set<String> = []
    /// The names of the slot types with values.
    private var types: Set<String> = []
    /// Whether there is a catalog whose words can be corrected.
    private let hasCatalogs: Bool

    /// Creates a repair that knows the words of the English catalogs: those of patterns, and the values of slot types.
    public init(catalogs: [Catalog]) {
        var entries = 0
        var entriesBeforeApp = 0
        let catalogs = catalogs.filter(\.isEnglish)
        hasCatalogs = !catalogs.isEmpty
        func add(
            _ text: String, isValue: Bool, _ known: inout [SoundKey: [String]], _ knownWords: inout Set<String>,
            _ values: inout Set<String>
        ) {
            let words = Words.normalize(text).map(Words.key(of:))
            guard !words.isEmpty, words.count <= Self.maximumSpan, entries < Self.maximumEntries,
                entries - entriesBeforeApp < Self.maximumEntriesOfApp
            else { return }
            knownWords.formUnion(words)
            let joined = words.joined(separator: " ")
            guard let key = SoundAlike.key(words), known[key]?.contains(joined) != true else { return }
            known[key, default: []].append(joined)
            if isValue { values.insert(joined) }
            entries += 1
        }
        for catalog in catalogs {
            entriesBeforeApp = entries
            for type in catalog.slotTypes ?? [] where !type.values.isEmpty {
                types.insert(type.name)
                for value in type.values {
                    for text in value.waysToSay { add(text, isValue: true, &known, &knownWords, &values) }
                }
            }
            for pattern in catalog.commandPatterns {
                for word in (pattern.expression.words ?? []).sorted() {
                    add(word, isValue: false, &known, &knownWords, &values)
                }
            }
        }
    }

    /// Returns the corrected texts, least changed first, without the text itself.
    func candidates(_ text: String) -> [Candidate] {
        guard hasCatalogs, text.utf8.count <= Self.maximumLength else { return [] }
        let all = Words.tokenize(text, limit: Self.maximumWords + 1).map(\.key)
        guard !all.isEmpty, all.count <= Self.maximumWords else { return [] }
        let words = all.filter { !Self.hesitations.contains($0) }
        guard !words.isEmpty else { return [] }
        var candidates: [Candidate] = []
        if words.count < all.count {
            candidates.append(
                Candidate(text: words.joined(separator: " "), hasReplacements: false, isDoubtful: false))
        }
        var queue = [Change(words: words, from: 0, isDoubtful: false)]
        var next = 0
        var seen: Set<String> = [words.joined(separator: " ")]
        while next < queue.count, candidates.count < Self.maximumCandidates {
            let changes = changes(queue[next])
            next += 1
            for change in changes where seen.insert(change.words.joined(separator: " ")).inserted {
                candidates.append(
                    Candidate(
                        text: change.words.joined(separator: " "), hasReplacements: true,
                        isDoubtful: change.isDoubtful, numbers: change.numbers))
                queue.append(change)
                if candidates.count >= Self.maximumCandidates { break }
            }
        }
        return candidates
    }

    /// Returns whether an amount, a time or the like of a hypothesis on a corrected text has a number word that nobody
    /// said. The values of the catalog may have one: `BBC won`.
    func hasUnsaidNumber(_ hypothesis: SpeechIntent.Hypothesis, in candidate: Candidate) -> Bool {
        guard !candidate.numbers.isEmpty else { return false }
        return hypothesis.parameters.values.contains { parameter in
            !types.contains(parameter.type)
                && Words.tokenize(parameter.words).contains { candidate.numbers.contains($0.key) }
        }
    }

    /// Returns the texts with one more replacement; replacements of unknown words come first.
    private func changes(_ text: Change) -> [Change] {
        let (words, from) = (text.words, text.from)
        var changes: [(change: Change, unknown: Int)] = []
        for start in from..<max(from, words.count) {
            for end in (start + 1)...min(words.count, start + Self.maximumSpan) {
                let said = Array(words[start..<end])
                guard let key = SoundAlike.key(said) else { continue }
                for meant in known[key] ?? [] {
                    let new = meant.split(separator: " ").map(String.init)
                    guard new != said, SoundAlike.mayStand(said, for: new) else { continue }
                    // A word of a pattern is sure only beside others that fit, and a number never.
                    let isAlone =
                        said.count == words.count || values.contains(meant) || new.allSatisfy(SoundAlike.isNumber)
                    let isDoubtful = isAlone && SoundAlike.isDoubtful(said, for: new, key)
                    let numbers = Set(new).subtracting(said).filter(SoundAlike.isNumber)
                    let change = Change(
                        words: words[..<start] + new + words[end...], from: start + new.count,
                        isDoubtful: text.isDoubtful || isDoubtful, numbers: text.numbers.union(numbers))
                    changes.append((change, said.count { !knownWords.contains($0) }))
                }
            }
        }
        return changes.sorted { $0.unknown > $1.unknown }.map(\.change)
    }
}
