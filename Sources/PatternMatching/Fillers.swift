/// Words around a command that mean nothing for it; English.
enum Fillers {
    /// What may stand before a command.
    static let leading: [[String]] = [
        ["um"], ["uh"], ["er"], ["erm"], ["hmm"], ["ok"], ["okay"], ["so"], ["well"], ["please"], ["can", "you"],
        ["could", "you"], ["would", "you"],
    ]
    /// What may stand after a command.
    static let trailing: [[String]] = [["um"], ["uh"], ["er"], ["erm"], ["please"], ["thanks"], ["thank", "you"]]
    /// What is no part of an open parameter when it ends the utterance: "call kim please".
    static let afterText: Set<String> = ["please"]
    /// The most words that are skipped on either side.
    static let maximumCount = 6

    /// The parts of an utterance that are left when fillers are skipped on either side or both, the longest first;
    /// neither the whole nor nothing is among them.
    static func cores(_ keys: [String]) -> [Range<Int>] {
        let starts = counts(keys, leading)
        let ends = counts(keys.reversed(), trailing.map { $0.reversed() }).map { keys.count - $0 }
        let cores = starts.flatMap { start in ends.compactMap { start < $0 ? start..<$0 : nil } }
        return cores.filter { $0.count < keys.count }.sorted {
            ($0.count, $0.lowerBound) > ($1.count, $1.lowerBound)
        }
    }

    /// How many of the first words can be skipped: 0 and all others.
    private static func counts(_ keys: [String], _ phrases: [[String]]) -> [Int] {
        var counts = [0]
        var next = 0
        while next < counts.count {
            for phrase in phrases {
                let count = counts[next] + phrase.count
                if count <= maximumCount, !counts.contains(count), keys.dropFirst(counts[next]).starts(with: phrase) {
                    counts.append(count)
                }
            }
            next += 1
        }
        return counts
    }
}
