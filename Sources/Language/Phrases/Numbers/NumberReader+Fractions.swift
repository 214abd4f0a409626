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
        guard let part = words.fraction(at: start + 1), !words.isArticle(at: start + 2) else { return nil }
        return (whole + part, start + 2)
    }

    /// Reads a fraction alone: `half`, `a quarter`, `half a million`.
    func fraction(_ start: Int) -> Reading? {
        guard let part = words.fraction(at: start) else { return self.part(start) }
        if words.isArticle(at: start + 1), let scale = words.scale(at: start + 2) { return (part * scale, start + 3) }
        return (part, start + 1)
    }

    /// Reads `a half`, `three quarters`.
    private func part(_ start: Int) -> Reading? {
        guard let part = words.fraction(at: start + 1) else { return nil }
        if words.isArticle(at: start) { return (part, start + 2) }
        guard let count = words.unit(at: start), count > 0, Double(count) * part < 1 else { return nil }
        return (Double(count) * part, start + 2)
    }

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
