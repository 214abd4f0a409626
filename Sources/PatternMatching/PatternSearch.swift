/// Follows all patterns at once through an utterance, word by word.
///
/// A node that is reached at a word is followed once, however many ways led there, so the work is at most words times
/// nodes; an open parameter once begun stays open to the end.
enum PatternSearch {
    /// The nodes where patterns end that cover all words of the range.
    static func ends(_ tree: PatternTree, _ utterance: inout Utterance, _ range: Range<Int>) -> [Int] {
        var reached = [[Int]](repeating: [], count: range.count + 1)
        reached[0] = [0]
        var open: [Int] = []
        var isOpen: Set<Int> = []
        var followed: Set<Int> = []
        for offset in 0..<range.count {
            let position = range.lowerBound + offset
            let word = utterance.words[position]
            followed.removeAll(keepingCapacity: true)
            for index in reached[offset] where followed.insert(index).inserted {
                let node = tree.nodes[index]
                if let next = node.words[word] { reached[offset + 1].append(next) }
                for (step, next) in node.parameters {
                    if step == .text {
                        if isOpen.insert(next).inserted { open.append(next) }
                    } else {
                        for count in utterance.counts(of: step, at: position, end: range.upperBound) {
                            reached[offset + count].append(next)
                        }
                    }
                }
            }
            reached[offset] = []
            reached[offset + 1] += open
        }
        return Set(reached[range.count]).filter { !tree.nodes[$0].patterns.isEmpty }.sorted()
    }
}
