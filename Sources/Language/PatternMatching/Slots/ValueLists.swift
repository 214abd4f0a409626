import SaybusMessages
import SaybusPhrases

/// The values of all lists of all apps, in a trie of words.
struct ValueLists: Sendable {
    /// The meaning of an entry of a list: the value that an app gets, with its id and its context if the catalog has
    /// them.
    struct Value: Sendable {
        var value: Parameter.Value
        var id: String?
        var context: [String: String]?
    }

    /// The values of a list for some words.
    struct Match: Sendable {
        var list: Int
        /// The number of words.
        var count: Int
        /// The indices of the list's values. When the words are the own words of a value, values with these words as
        /// a synonym are left out.
        var values: [Int32]
    }

    private struct Entry: Sendable {
        var list: Int32
        /// Whether the words are the values' own words, not synonyms.
        var isOwn: Bool
        var values: [Int32]
    }

    /// The values of each list, in the order in which they were added.
    private(set) var lists: [[Value]] = []
    /// The next node, by node and word.
    private var next = PairTable()
    private var entries: [[Entry]] = [[]]

    /// Adds a list and returns its index.
    mutating func addList() -> Int {
        lists.append([])
        return lists.count - 1
    }

    /// Adds a value to a list and returns its index.
    mutating func add(_ value: Value, to list: Int) -> Int {
        lists[list].append(value)
        return lists[list].count - 1
    }

    /// Adds words for a value.
    /// - Returns: False when the text has no words.
    mutating func add(words text: String, isOwn: Bool, for value: Int, of list: Int, _ table: inout WordTable) -> Bool {
        let keys = Words.tokenize(text).map(\.key)
        guard !keys.isEmpty else { return false }
        var node: Int32 = 0
        for key in keys {
            let word = Int32(table.insert(key))
            if let known = next.value(node, word) {
                node = known
            } else {
                entries.append([])
                let new = Int32(entries.count - 1)
                next.set(node, word, new)
                node = new
            }
        }
        let end = Int(node)
        if let index = entries[end].firstIndex(where: { $0.list == list && $0.isOwn == isOwn }) {
            if !entries[end][index].values.contains(Int32(value)) { entries[end][index].values.append(Int32(value)) }
        } else {
            entries[end].append(Entry(list: Int32(list), isOwn: isOwn, values: [Int32(value)]))
        }
        return true
    }

    /// Returns the values that begin at a word, longest first, one match for each list and number of words.
    /// - Parameter joined: The single words that two words form together, by the position of the first one.
    func matches(_ words: ArraySlice<Int>, _ joined: [Int: Int] = [:]) -> [Match] {
        var matches: [Match] = []
        follow(words, words.startIndex, 0, joined, &matches)
        return matches.count > 1 ? matches.sorted { $0.count > $1.count } : matches
    }

    private func follow(
        _ words: ArraySlice<Int>, _ start: Int, _ node: Int32, _ joined: [Int: Int], _ matches: inout [Match]
    ) {
        var (position, node) = (start, node)
        while position < words.endIndex {
            if !joined.isEmpty, let both = joined[position], let following = next.value(node, Int32(both)) {
                collect(following, position + 2 - words.startIndex, &matches)
                follow(words, position + 2, following, joined, &matches)
            }
            guard words[position] >= 0, let following = next.value(node, Int32(words[position])) else { return }
            node = following
            position += 1
            collect(node, position - words.startIndex, &matches)
        }
    }

    /// Records the values that end at a node.
    private func collect(_ node: Int32, _ count: Int, _ matches: inout [Match]) {
        for entry in entries[Int(node)] {
            let list = Int(entry.list)
            if let index = matches.lastIndex(where: { $0.list == list && $0.count == count }) {
                // A value with these words as its own takes precedence over values with them as a synonym.
                if entry.isOwn { matches[index].values = entry.values }
            } else {
                matches.append(Match(list: list, count: count, values: entry.values))
            }
        }
    }
}
