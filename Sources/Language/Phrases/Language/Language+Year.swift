extension Language {
    /// The years that may be a time of day, too: `2030` is 20:30.
    private static let yearsOfDates = 1900...2099
    /// The most words between a month and its year: `the twenty fourth`.
    private static let maximumWordsBeforeYear = 3

    /// Returns whether four digits are the year of the month or the day before them, and no time of day: the 2026 of
    /// `december 2026`, `december 24 2026`.
    /// - Parameters:
    ///   - position: The position of the digits.
    ///   - key: The key of the word at a position; nil where there is none.
    package func isYear(at position: Int, of key: (Int) -> String?) -> Bool {
        guard let digits = key(position), digits.utf8.count == 4, let year = Int(digits), Self.yearsOfDates ~= year
        else { return false }
        for place in stride(from: position - 1, through: position - 1 - Self.maximumWordsBeforeYear, by: -1) {
            guard let word = key(place) else { return false }
            if times.months[word] != nil { return true }
            guard times.links.contains(word) || isPartOfDay(word) else { return false }
        }
        return false
    }

    /// Returns whether a word may be a part of the day of a month: `24`, `24th`, `twenty`, `fourth`.
    private func isPartOfDay(_ word: String) -> Bool {
        if let first = word.utf8.first, 0x30...0x39 ~= first { return true }
        return numbers.ordinals[word] != nil || numbers.tens[word] != nil || numbers.units[word] != nil
    }
}
