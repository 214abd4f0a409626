/// A scanner that finds the beginnings and ends of words from the kinds of the characters alone.
struct WordScanner {
    let kinds: [CharacterKind]
    /// Whether the language writes a comma before the decimals of a number.
    let decimalComma: Bool

    /// Returns the ranges of the words. Each begins with a letter, a digit, a fraction, or the signs before a number,
    /// and ends with a letter, a digit or a fraction.
    func ranges(limit: Int) -> [Range<Int>] {
        var ranges: [Range<Int>] = []
        var position = 0
        while position < kinds.count, ranges.count < limit {
            guard kinds[position].isAlphanumeric else {
                position += 1
                continue
            }
            let start = position
            if let end = fractionEnd(start) { position = end - 1 }
            while let next = continuation(from: position, start: start) { position = next }
            position += 1
            ranges.append(beginning(start)..<position)
        }
        return ranges
    }

    func kind(_ position: Int) -> CharacterKind {
        kinds.indices.contains(position) ? kinds[position] : .other
    }

    /// Returns the position of the next letter or digit of the word that has one at `position`; nil when the word ends
    /// there.
    private func continuation(from position: Int, start: Int) -> Int? {
        let afterNext = kind(position + 2)
        switch kind(position + 1) {
        case .letter, .digit, .fraction:
            return position + 1
        case .apostrophe:
            return afterNext == .letter ? position + 2 : nil
        case .dot where kinds[position] == .digit:
            return afterNext == .digit ? position + 2 : nil
        case .dot:
            // In an abbreviation such as "a.m.", a full stop follows each single letter.
            let isAlone = position == start || kinds[position - 1] == .dot
            return isAlone && afterNext == .letter && kind(position + 3) != .letter ? position + 2 : nil
        case .comma:
            let comma = position + 1
            return isThousandsSeparator(comma, start: start) || isDecimalComma(comma, start: start) ? position + 2 : nil
        case .hyphen, .dash, .plus, .slash, .parenthesis, .space, .other:
            return nil
        }
    }

    /// Returns whether a comma has one to three digits before it and exactly three after it.
    private func isThousandsSeparator(_ comma: Int, start: Int) -> Bool {
        let end = comma + 4
        guard (comma + 1..<end).allSatisfy({ kind($0) == .digit }), kind(end) != .digit else { return false }
        var first = comma
        while first > start, comma - first < 4, kinds[first - 1] == .digit { first -= 1 }
        return 1...3 ~= comma - first && (first == start || kinds[first - 1] == .comma)
    }

    /// Returns whether a comma is a decimal comma: only digits are before it in its word, perhaps with points between
    /// the thousands, and only digits after it.
    ///
    /// One digit must follow where the language has no decimal comma, as in the `1,5` of many languages. Two digits may
    /// be minutes (`7,30`) unless points are before them (`1.234,50`), and four a year (`5,2024`).
    private func isDecimalComma(_ comma: Int, start: Int) -> Bool {
        let isGrouped = isGrouped(start..<comma)
        guard isGrouped || kinds[start..<comma].allSatisfy({ $0 == .digit }), kind(start - 1) != .comma else {
            return false
        }
        let count = digits(after: comma)
        guard decimalComma ? count > 0 : count == 1 || isGrouped && count == 2 else { return false }
        let end = comma + count + 1
        guard kind(end) != .letter else { return false }
        return ![.comma, .dot].contains(kind(end)) || kind(end + 1) != .digit
    }

    /// Returns whether a range has one to three digits, and after them groups of a point and three digits.
    private func isGrouped(_ range: Range<Int>) -> Bool {
        let groups = kinds[range].split(separator: .dot, omittingEmptySubsequences: false)
        return groups.count > 1 && 1...3 ~= groups[0].count && groups.dropFirst().allSatisfy { $0.count == 3 }
            && groups.allSatisfy { $0.allSatisfy { $0 == .digit } }
    }

    /// Returns the number of digits that follow a position without a break.
    func digits(after position: Int) -> Int { kinds[(position + 1)...].prefix { $0 == .digit }.count }
}
