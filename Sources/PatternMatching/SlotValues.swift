import Messages
import Phrases

/// The values of a slot type, as a tree of words.
struct SlotValues: Sendable {
    private struct Node {
        var next: [Int: Int] = [:]
        var value: Int?
    }

    private let values: [String]
    private var nodes = [Node()]

    /// The words of all values and synonyms; of two values with the same words, the first counts.
    init(_ slotType: Catalog.SlotType, words: inout WordTable) {
        values = slotType.values.map(\.value)
        // All values before all synonyms: a synonym must not hide a value.
        for (index, value) in slotType.values.enumerated() { insert(value.value, index, &words) }
        for (index, value) in slotType.values.enumerated() {
            for synonym in value.synonyms ?? [] { insert(synonym, index, &words) }
        }
    }

    /// Whether nothing of the type could be said.
    var isEmpty: Bool { nodes.count == 1 }

    /// The canonical value with an index of ``matches(_:at:)``.
    func value(_ index: Int) -> String { values[index] }

    /// The values that begin at a word: how many words they take and which they are, longest first.
    func matches(_ words: ArraySlice<Int>) -> [(count: Int, value: Int)] {
        var matches: [(count: Int, value: Int)] = []
        var node = 0
        for (offset, word) in words.enumerated() {
            guard let next = nodes[node].next[word] else { break }
            node = next
            if let value = nodes[node].value { matches.append((offset + 1, value)) }
        }
        return matches.reversed()
    }

    private mutating func insert(_ text: String, _ value: Int, _ words: inout WordTable) {
        let keys = Words.tokenize(text).map(\.key)
        guard !keys.isEmpty else { return }
        var node = 0
        for key in keys {
            let word = words.insert(key)
            if let next = nodes[node].next[word] {
                node = next
            } else {
                nodes.append(Node())
                nodes[node].next[word] = nodes.count - 1
                node = nodes.count - 1
            }
        }
        if nodes[node].value == nil { nodes[node].value = value }
    }
}
