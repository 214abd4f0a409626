import SaybusMessages
import SaybusPatternMatching
import SaybusPhrases

/// Puts right what a recognizer misheard: words that sound like what the apps know are replaced by that, hesitations left out.
///
/// The texts that it makes are tried with the patterns, which must cover them whole: it finds nothing in foreign speech.
public struct TranscriptRepair: Sendable {
    /// The most texts that are made of one.
    static let maximumCandidates = 24
    /// The most words of a transcript that are looked at.
    static let maximumWords = 30
    /// The most words that were one, or that one was.
    static let maximumSpan = 4
    /// How few sounds words may have to be known by them alone: shorter ones sound like too much.
    static let leastSounds = 2
    /// The most known words and values.
    static let maximumEntries = 100_000

    /// How much of the letters must be the same, too: sounds alone are too rough a measure.
    static let leastLikeness = 0.4

    /// What may have been said instead.
    struct Candidate: Equatable {
        let text: String
        /// Whether words were replaced by others, rather than left out.
        let isGuess: Bool
    }

    private static let hesitations: Set<String> = ["um", "uh", "er", "erm", "hmm", "ah", "eh", "mm"]

    private var known: [SoundKey: [String]] = [:]
    private var literals: Set<String> = []

    /// A repair that knows the words of the catalogs: those of patterns, and the values of slot types.
    public init(catalogs: [Catalog]) {
        var entries = 0
        func add(_ text: String, _ known: inout [SoundKey: [String]], _ literals: inout Set<String>) {
            let words = Words.normalize(text).map(Words.key(of:))
            guard !words.isEmpty, words.count <= Self.maximumSpan, entries < Self.maximumEntries else { return }
            literals.formUnion(words)
            let key = SoundKey(words)
            let joined = words.joined(separator: " ")
            guard key.sounds.count >= Self.leastSounds, known[key]?.contains(joined) != true else { return }
            known[key, default: []].append(joined)
            entries += 1
        }
        for catalog in catalogs {
            for type in catalog.slotTypes ?? [] {
                for value in type.values {
                    for text in value.waysToSay { add(text, &known, &literals) }
                }
            }
            for pattern in catalog.commandPatterns {
                for word in (pattern.expression.words ?? []).sorted() { add(word, &known, &literals) }
            }
        }
    }

    /// What may have been said instead, the least changed first; the text itself is not among them.
    func candidates(_ text: String) -> [Candidate] {
        let all = Words.tokenize(text, limit: Self.maximumWords + 1).map(\.key)
        guard !all.isEmpty, all.count <= Self.maximumWords else { return [] }
        let words = all.filter { !Self.hesitations.contains($0) }
        guard !words.isEmpty else { return [] }
        var candidates: [Candidate] = []
        if words.count < all.count { candidates.append(Candidate(text: words.joined(separator: " "), isGuess: false)) }
        // Each text with how far it is put right; a further change is made to the right of the one before.
        var open: [(words: [String], from: Int)] = [(words, 0)]
        var next = 0
        var seen: Set<String> = [words.joined(separator: " ")]
        while next < open.count, candidates.count < Self.maximumCandidates {
            let (words, from) = open[next]
            next += 1
            for change in changes(words, from: from) where seen.insert(change.words.joined(separator: " ")).inserted {
                candidates.append(Candidate(text: change.words.joined(separator: " "), isGuess: true))
                open.append(change)
                if candidates.count >= Self.maximumCandidates { break }
            }
        }
        return candidates
    }

    /// The texts with one more place put right: places with words that nobody knows first.
    private func changes(_ words: [String], from: Int) -> [(words: [String], from: Int)] {
        var changes: [(words: [String], from: Int, unknown: Int)] = []
        for start in from..<max(from, words.count) {
            for end in (start + 1)...min(words.count, start + Self.maximumSpan) {
                let said = Array(words[start..<end])
                let key = SoundKey(said)
                guard key.sounds.count >= Self.leastSounds else { continue }
                let text = said.joined(separator: " ")
                for meant in known[key] ?? [] where meant != text && Self.likeness(text, meant) >= Self.leastLikeness {
                    let new = meant.split(separator: " ").map(String.init)
                    changes.append(
                        (
                            words[..<start] + new + words[end...], start + new.count,
                            said.count { !literals.contains($0) }
                        ))
                }
            }
        }
        return changes.sorted { $0.unknown > $1.unknown }.map { ($0.words, $0.from) }
    }

    /// The share of the letters that two texts have in common, in order: 1 less the edit distance in parts of the longer one.
    private static func likeness(_ first: String, _ second: String) -> Double {
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
