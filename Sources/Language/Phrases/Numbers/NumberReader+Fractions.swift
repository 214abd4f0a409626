/// Decimals, and fractions in words.
extension NumberReader {
    /// Reads `point` and digits, after a whole number or alone; a scale may follow.
    func decimals(_ whole: Double, _ start: Int) -> Reading? {
        guard words.isPoint(at: start), whole.rounded() == whole else { return nil }
        var (digits, end) = words.digits(start + 1)
        // Languages with a decimal comma say decimals as one number, too: "tres coma catorce".
        if digits.isEmpty, words.vocabulary.decimalComma, let (number, after) = group(start + 1, start), number >= 10,
            number < 1000, number.rounded() == number
        {
            (digits, end) = ("\(Int(number))", after)
        }
        guard !digits.isEmpty, abs(whole) < 1e9, let value = Double("\(Int64(whole)).\(digits)") else { return nil }
        return (value, end)
    }

    /// Reads `and a half`, `and three quarters`; also `y medio`, since some languages have no article there.
    func andFraction(_ whole: Double, _ start: Int) -> Reading? {
        guard whole.rounded() == whole, abs(whole) < 1000 else { return nil }
        // "Iki buçuk", in a language without a word between them.
        if whole >= 1, words.isJoinedHalf(at: start) { return (whole + 0.5, start + 1) }
        guard words.isConjunction(at: start) else { return nil }
        if let (part, end) = part(start + 1) { return (whole + part, end) }
        // "Two and half a dozen" is not two and a half.
        guard let part = fractionAlone(start + 1), !words.isArticle(at: start + 2) else { return nil }
        return (whole + part, start + 2)
    }

    /// Reads a fraction alone: `half`, `a quarter`, `half a million`.
    func fraction(_ start: Int) -> Reading? {
        guard let part = fractionAlone(start) else { return self.part(start) }
        if words.isArticle(at: start + 1), let scale = words.scale(at: start + 2) { return (part * scale, start + 3) }
        return (part, start + 1)
    }

    /// Returns the fraction at a position that needs no number before it: `half`, unlike `third`.
    func fractionAlone(_ position: Int) -> Double? {
        guard let word = words[position], let part = words.fraction(at: position),
            !words.vocabulary.isNamedAsOrdinal(word)
        else { return nil }
        return part
    }

    /// Reads `a half`, `three quarters`, `two thirds`.
    private func part(_ start: Int) -> Reading? {
        guard let part = words.fraction(at: start + 1) else { return nil }
        if words.isArticle(at: start) { return (Self.rounded(part), start + 2) }
        guard let count = words.unit(at: start), count > 0, Double(count) * part < 1 else { return nil }
        // "Two third" is a number and an ordinal.
        guard count == 1 || words[start + 1].map({ words.vocabulary.isOrdinal($0) }) != true else { return nil }
        return (Self.rounded(Double(count) * part), start + 2)
    }

    /// Returns a fraction with as many decimals as one in digits has, such as `2/3`.
    private static func rounded(_ part: Double) -> Double { (part * 1e9).rounded() / 1e9 }

    /// Reads a whole number, an article or a conjunction, and a fraction: the parts of `zweieinhalb` and `tweeënhalf`.
    func joinedFraction(_ start: Int) -> Reading? {
        guard words.vocabulary.joinsWords == true else { return nil }
        let whole: Reading? = words.isArticle(at: start) ? (1, start + 1) : small(start)
        guard let (value, end) = whole, 1...99 ~= value, words.isArticle(at: end) || words.isConjunction(at: end),
            let part = words.fraction(at: end + 1)
        else { return nil }
        return (value + part, end + 2)
    }
}
