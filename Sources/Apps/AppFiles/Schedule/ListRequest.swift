import SaybusPhrases

/// A change of a list, or a look at it, with all values filled in.
public struct ListRequest: Sendable, Equatable {
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

    /// Returns entries without those that the user takes back: "milk, no wait, bread" is bread.
    private func corrected(_ entries: [String]) -> [String] {
        var kept: [String] = []
        for (index, entry) in entries.enumerated() {
            let isCorrection =
                !kept.isEmpty && index + 1 < entries.count && Language.inUse.questionWords.takesBack(entry)
            if isCorrection { kept.removeLast() } else { kept.append(entry) }
        }
        return kept
    }
}
