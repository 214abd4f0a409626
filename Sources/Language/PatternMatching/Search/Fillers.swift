import SaybusPhrases

/// A detector of words without meaning for a command.
struct Fillers: Sendable {
    /// The most words that are skipped on either side.
    static let maximumCount = 6

    private let leading: [[String]]
    private let trailing: [[String]]
    private let anywhere: [[String]]
    /// Phrases that do not belong to an open slot that ends with them, longest first.
    let afterText: [[String]]

    /// Creates the fillers of a language, with the skip words of the catalogs.
    init(_ vocabulary: FillerVocabulary, skipWords: Set<String>) {
        func words(_ phrases: [String]) -> [[String]] {
            phrases.map { $0.split(separator: " ").map(String.init) }.filter { !$0.isEmpty }
        }
        let skipped = skipWords.sorted { ($1.count, $0) < ($0.count, $1) }
        leading = words(vocabulary.leading + skipped)
        trailing = words(vocabulary.trailing + skipped).map { $0.reversed() }
        afterText = words(vocabulary.afterText.sorted()).sorted { $0.count > $1.count }
        anywhere = words(skipped) + afterText
    }

    /// Returns the parts of an utterance that remain when fillers are skipped at one or both ends, longest first. The
    /// whole utterance and the empty one are not among them.
    func cores(_ keys: [String]) -> [Range<Int>] {
        let starts = counts(keys, leading)
        let ends = counts(keys.reversed(), trailing).map { keys.count - $0 }
        let cores = starts.flatMap { start in ends.compactMap { start < $0 ? start..<$0 : nil } }
        return cores.filter { $0.count < keys.count }.sorted {
            ($0.count, $0.lowerBound) > ($1.count, $1.lowerBound)
        }
    }

    /// Returns the positions of the skip words, and of words such as "please" among them.
    func positions(in keys: [String]) -> (all: Set<Int>, polite: Set<Int>) {
        guard !anywhere.isEmpty else { return ([], []) }
        var (positions, polite): (Set<Int>, Set<Int>) = ([], [])
        var position = 0
        while position < keys.count {
            if let phrase = anywhere.first(where: { keys[position...].starts(with: $0) }) {
                positions.formUnion(position..<(position + phrase.count))
                if afterText.contains(phrase) { polite.formUnion(position..<(position + phrase.count)) }
                position += phrase.count
            } else {
                position += 1
            }
        }
        return (positions, polite)
    }

    /// Returns the numbers of words that can be skipped at the beginning, including 0.
    private func counts(_ keys: [String], _ phrases: [[String]]) -> [Int] {
        var counts = [0]
        var next = 0
        while next < counts.count {
            for phrase in phrases {
                let count = counts[next] + phrase.count
                if count <= Self.maximumCount, !counts.contains(count),
                    keys.dropFirst(counts[next]).starts(with: phrase)
                {
                    counts.append(count)
                }
            }
            next += 1
        }
        return counts
    }
}
