/// The signs before numbers and between them, and written fractions.
extension WordScanner {
    /// Returns the mark of a word: the sign before its digits that is no part of its text.
    func mark(of range: Range<Int>) -> Token.Mark? {
        if kind(range.lowerBound) == .plus { return .plus }
        if kind(range.lowerBound) == .hyphen, kind(range.lowerBound + 1) == .space { return .minus }
        if isJoined(range.lowerBound) { return .joined }
        return isEnclosed(range) ? .enclosed : nil
    }

    /// Returns whether a word is a single digit in parentheses: the `0` of `+49 (0)30`.
    private func isEnclosed(_ range: Range<Int>) -> Bool {
        range.count == 1 && kinds[range.lowerBound] == .digit && kind(range.lowerBound - 1) == .parenthesis
            && kind(range.upperBound) == .parenthesis
    }

    /// Returns whether an apostrophe and a space follow a word, and no apostrophe precedes it: the `James` of `James'
    /// birthday`.
    func hasApostropheBehind(_ range: Range<Int>) -> Bool {
        kind(range.upperBound) == .apostrophe && kind(range.upperBound + 1) == .space
            && kind(range.lowerBound - 1) != .apostrophe
    }

    /// Returns the place of the first character of the word whose letters or digits begin at `start`.
    func beginning(_ start: Int) -> Int {
        guard kinds[start] == .digit || kinds[start] == .fraction else { return start }
        let first = hasPointBefore(start) ? start - 1 : start
        if kind(first - 1) == .plus, !kind(first - 2).isAlphanumeric { return first - 1 }
        return minusSign(before: first) ?? first
    }

    /// Returns whether a number begins with its decimal point: `.5`.
    private func hasPointBefore(_ start: Int) -> Bool {
        guard kinds[start] == .digit, kind(start - 1) == .dot, !kind(start - 2).isAlphanumeric, kind(start - 2) != .dot
        else { return false }
        let end = start + 1 + digits(after: start)
        return kind(end) != .dot || kind(end + 1) != .digit
    }

    /// Returns the place of the minus sign of a number; nil when it has none.
    ///
    /// A hyphen directly after another word is none. A space may follow a hyphen, but not a dash, which is punctuation
    /// then.
    private func minusSign(before first: Int) -> Int? {
        if isHyphen(first - 1) {
            let isFree = !kind(first - 2).isAlphanumeric && !isHyphen(first - 2)
            return isFree ? first - 1 : nil
        }
        let sign = first - 2
        guard kind(first - 1) == .space, kind(sign) == .hyphen, sign == 0 || kind(sign - 1) == .space,
            !isJoined(first)
        else { return nil }
        return sign
    }

    /// Returns whether a hyphen or a slash is between the digits at a place and other digits: the `2` of `1-2`, `1 - 2`
    /// and `1/2`.
    private func isJoined(_ start: Int) -> Bool {
        guard kind(start) == .digit else { return false }
        var place = start - 1
        if kind(place) == .space { place -= 1 }
        guard isHyphen(place) || kind(place) == .slash else { return false }
        // The hyphen of "5 -10" is a sign.
        if kind(place - 1) == .space {
            guard place < start - 1 else { return false }
            place -= 1
        }
        return kind(place - 1) == .digit || kind(place - 1) == .fraction
    }

    private func isHyphen(_ place: Int) -> Bool { kind(place) == .hyphen || kind(place) == .dash }

    // MARK: Fractions

    /// Returns the end of the fraction at a place, perhaps behind a whole number: `1/2`, `1 1/2`, `1-1/2`, `1 ½`.
    func fractionEnd(_ start: Int) -> Int? {
        guard kinds[start] == .digit, kind(start - 1) != .dot, !isJoined(start) else { return nil }
        if let end = simpleFractionEnd(start) { return end }
        let gap = start + 1 + digits(after: start)
        guard gap - start <= Self.maximumWholeDigits, kind(gap) == .space || kind(gap) == .hyphen else { return nil }
        return kind(gap + 1) == .fraction ? gap + 2 : simpleFractionEnd(gap + 1)
    }

    /// The most digits of a whole number before a fraction.
    private static let maximumWholeDigits = 3

    /// Returns the end of a fraction with single digits. With more, as in `24/7` and `9/11`, it is something else.
    private func simpleFractionEnd(_ start: Int) -> Int? {
        let end = start + 3
        guard kind(start) == .digit, kind(start + 1) == .slash, kind(start + 2) == .digit, !kind(end).isAlphanumeric
        else { return nil }
        // "1/2/2026" is a date, and "1/2-3/4" a range.
        let goesOn = [.slash, .hyphen, .dash, .dot, .comma].contains(kind(end)) && kind(end + 1) == .digit
        return goesOn ? nil : end
    }
}
