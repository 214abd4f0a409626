import SaybusPhrases

/// A change of a list, or a look at it, with all values filled in.
struct ListRequest: Sendable, Equatable {
    /// The list's name.
    var name: String
    /// The change.
    var change: Change
    /// The output when the list has no entries.
    var none: String
    /// The word before the last entry.
    var and: String
    /// Whether an entry that is added or removed may be several.
    var isSeveral = false

    /// A change of a list.
    enum Change: Sendable, Equatable {
        case read
        case add(String)
        case remove(String)
        case clear
    }

    /// Returns the entries in a text: "milk, eggs and dark bread" has three, unless phrases stay whole. A blank text,
    /// as of a value that was not said, has none.
    func entries(of text: String) -> [String] {
        guard !text.allSatisfy(\.isWhitespace) else { return [] }
        guard isSeveral else { return [text] }
        // The commas of other scripts; those of Chinese have no space behind them.
        let words = text.replacing(/[،、，]/, with: ", ").split(whereSeparator: \.isWhitespace)
        var entries: [[Substring]] = [[]]
        for word in words {
            if word.lowercased() == and.lowercased() {
                entries.append([])
            } else {
                // A comma within a word is that of a number.
                let entry = word.hasSuffix(",") ? word.dropLast() : word
                if !entry.isEmpty { entries[entries.count - 1].append(entry) }
                if word.hasSuffix(",") { entries.append([]) }
            }
        }
        let texts = corrected(entries.map { $0.joined(separator: " ") }.filter { !$0.isEmpty })
        return texts.isEmpty ? [text] : texts
    }

    /// Returns entries without those that the user takes back: "milk, no, wait, bread" is bread.
    private func corrected(_ entries: [String]) -> [String] {
        var kept: [String] = []
        var rest = entries[...]
        while let entry = rest.first {
            let count = kept.isEmpty ? 0 : correctionCount(rest.dropLast())
            if count > 0 { kept.removeLast() } else { kept.append(entry) }
            rest = rest.dropFirst(max(1, count))
        }
        return kept
    }

    /// The most entries of one correction: "no, wait, sorry".
    private static let maximumOfCorrection = 3

    /// Returns the number of entries at the beginning that are one correction, with commas in it or not; 0 for an
    /// entry.
    private func correctionCount(_ entries: ArraySlice<String>) -> Int {
        let words = Language.inUse.questionWords
        return (1...Self.maximumOfCorrection).last { count in
            let run = entries.prefix(count)
            return run.count == count && run.contains(where: words.takesBack)
                && words.takesBack(run.joined(separator: " "))
        } ?? 0
    }
}
