import SaybusPhrases

/// Finds the words of an utterance that mean nothing for a command.
struct Fillers: Sendable {
    /// The most words that are skipped on either side.
    static let maximumCount = 6

    private let leading: [[String]]
    private let trailing: [[String]]
    private let anywhere: [[String]]
    /// What is no part of an open slot when it ends the utterance.
    let afterText: Set<String>

    /// Fillers of a language, and the words that catalogs say mean nothing anywhere.
    init(_ vocabulary: FillerVocabulary, skipWords: Set<String>) {
        func words(_ phrases: [String]) -> [[String]] {
            phrases.map { $0.split(separator: " ").map(String.init) }.filter { !$0.isEmpty }
        }
        let skipped = skipWords.sorted { ($1.count, $0) < ($0.count, $1) }
        leading = words(vocabulary.leading + skipped)
        trailing = words(vocabulary.trailing + skipped).map { $0.reversed() }
        anywhere = words(skipped)
        afterText = vocabulary.afterText
    }

    /// The parts of an utterance that are left when fillers are skipped on either side or both, the longest first;
    /// neither the whole nor nothing is among them.
    func cores(_ keys: [String]) -> [Range<Int>] {
        let starts = counts(keys, leading)
        let ends = counts(keys.reversed(), trailing).map { keys.count - $0 }
        let cores = starts.flatMap { start in ends.compactMap { start < $0 ? start..<$0 : nil } }
        return cores.filter { $0.count < keys.count }.sorted {
            ($0.count, $0.lowerBound) > ($1.count, $1.lowerBound)
        }
    }

    /// The places of the words that mean nothing anywhere.
    func positions(in keys: [String]) -> Set<Int> {
        guard !anywhere.isEmpty else { return [] }
        var positions: Set<Int> = []
        var position = 0
        while position < keys.count {
            if let phrase = anywhere.first(where: { keys[position...].starts(with: $0) }) {
                positions.formUnion(position..<(position + phrase.count))
                position += phrase.count
            } else {
                position += 1
            }
        }
        return positions
    }

    /// How many of the first words can be skipped: 0 and all others.
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
