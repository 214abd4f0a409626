/// The division of text into spoken words, without punctuation and capitals.
public enum Words {
    /// The most words of a text. A caller that must detect a longer text asks for one word more.
    public static let maximumCount = 4096

    /// Returns the first `limit` words of a text.
    ///
    /// Hyphens separate words: `twenty-one` is two. A single word is a contraction (`o'clock`), a number with a decimal
    /// point or comma, thousands separators or a sign (`3.5`, `3,5` as `3.5`, `1,000` as `1000`, `-5`), or an
    /// abbreviation with full stops (`a.m.` as `am`).
    /// - Parameters:
    ///   - text: The text.
    ///   - limit: The most words.
    ///   - orthography: The rules of the language: with a decimal comma, `1.500` is `1500`, and `2,50` is `2.50`; with
    ///     elisions, `l'eau` is `l'` and `eau`.
    public static func tokenize(
        _ text: String, limit: Int = maximumCount, orthography: Orthography = .inUse
    ) -> [Token] {
        let tokens = orthography.dividing(undivided(text, limit, orthography.decimalComma))
        return tokens.count > limit ? Array(tokens.prefix(max(0, limit))) : tokens
    }

    private static func undivided(_ text: String, _ limit: Int, _ decimalComma: Bool) -> [Token] {
        // A carriage return and a line feed are one character, so bytes are characters only without carriage returns.
        if text.utf8.allSatisfy({ $0 < 0x80 && $0 != 0x0D }) {
            let bytes = Array(text.utf8)
            let scanner = WordScanner(kinds: bytes.map(CharacterKind.init(ascii:)), decimalComma: decimalComma)
            return scanner.ranges(limit: limit).map { range in
                let normalized = range.compactMap { normalize(bytes, at: $0) }
                let text = String(decoding: normalized, as: UTF8.self)
                return Token(text: plain(text, scanner, range), range: range)
            }
        }
        let characters = Array(text)
        let kinds = characters.map(CharacterKind.init)
        let scanner = WordScanner(kinds: kinds, decimalComma: decimalComma)
        return scanner.ranges(limit: limit).map { range in
            var normalized = ""
            for index in range {
                switch kinds[index] {
                case .letter, .digit: normalized += characters[index].lowercased()
                case .apostrophe: normalized += "'"
                case .hyphen: normalized += "-"
                case .dot where kinds[index - 1] == .digit: normalized += "."
                case .comma: normalized += ","
                case .dot, .other: break
                }
            }
            return Token(text: plain(normalized, scanner, range), range: range)
        }
    }

    private static func plain(_ text: String, _ scanner: WordScanner, _ range: Range<Int>) -> String {
        let kinds = scanner.kinds[range]
        guard kinds.contains(.comma) || scanner.decimalComma && kinds.contains(.dot) else { return text }
        return WrittenNumber.plain(text, decimalComma: scanner.decimalComma)
    }

    /// Returns the normalized words without their places.
    public static func normalize(_ text: String) -> [String] { tokenize(text).map(\.text) }

    /// Returns a normalized word without its apostrophes, and with `ss` for `ß`, the form in which words are compared.
    public static func key(of word: String) -> String {
        // 0x9F is the last byte of "ß". Most words have neither, and are returned at once.
        guard word.utf8.contains(where: { $0 == UInt8(ascii: "'") || $0 == 0x9F }) else { return word }
        return word.reduce(into: "") { key, character in
            switch character {
            case "'": break
            case "ß": key += "ss"
            default: key.append(character)
            }
        }
    }

    private static func normalize(_ bytes: [UInt8], at index: Int) -> UInt8? {
        let byte = bytes[index]
        switch byte {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): return byte | 0x20
        // A full stop is never the first character of a word, so a character precedes it.
        case UInt8(ascii: "."): return CharacterKind(ascii: bytes[index - 1]) == .digit ? byte : nil
        default: return byte
        }
    }
}
