/// Ordinals, such as `third` and `twenty first`.
extension NumberReader {
    /// Reads an ordinal: `third`, `twenty first`, `two hundred and fifth`, `3rd`.
    func ordinal(_ start: Int) -> Reading? {
        guard let first = words[start] else { return nil }
        if let value = WrittenNumber.ordinal(first, suffixes: words.vocabulary.ordinalSuffixes) {
            return (value, start + 1)
        }
        if let value = words.vocabulary.ordinals[first] {
            // "Dwudziesty pierwszy": both the ten and the unit are ordinals.
            guard value >= 20, value % 10 == 0, let unit = words[start + 1].flatMap({ words.vocabulary.ordinals[$0] }),
                1...9 ~= unit
            else { return (Double(value), start + 1) }
            return (Double(value + unit), start + 2)
        }
        if let value = words.vocabulary.ordinalScales[first] { return (value, start + 1) }
        // "A hundredth" is a part, but "ein hundertster" begins with a number.
        if words.isArticle(at: start), words.unit(at: start) == nil, words.vocabulary.joinsWords != true,
            words[start + 1].map({ words.vocabulary.isOrdinal($0) }) == true
        {
            return nil
        }
        // Only the last word of an ordinal is one. It is replaced by its cardinal, and the whole is read again.
        let rest = words.suffix(from: start)
        guard let end = rest.dropFirst().firstIndex(where: { words.vocabulary.isOrdinal($0) }) else { return nil }
        guard let tail = cardinal(ofOrdinal: rest[end]) else { return nil }
        let reader = NumberReader(words: Array(rest[..<end]) + [tail], vocabulary: words.vocabulary)
        guard let (value, count) = reader.cardinal(0), count == end - start + 1, value.rounded() == value else {
            return nil
        }
        return (value, end + 1)
    }

    /// Returns the cardinal of an ordinal of one word, such as "five" of "fifth"; nil when the language has none.
    private func cardinal(ofOrdinal word: String) -> String? {
        if let value = words.vocabulary.ordinals[word] {
            return (value < 20 ? words.vocabulary.units : words.vocabulary.tens).first { $0.value == value }?.key
        }
        guard let value = words.vocabulary.ordinalScales[word] else { return nil }
        return value == 100
            ? words.vocabulary.hundreds.first : words.vocabulary.scales.first { $0.value == value }?.key
    }
}
