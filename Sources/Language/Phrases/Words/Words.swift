/// The division of text into spoken words, without punctuation and capitals.
public enum Words {
    /// The most words of a text. A caller that must detect a longer text asks for one word more.
    public static let maximumCount = 4096

    /// Returns the first `limit` words of a text.
    ///
    /// Hyphens separate words: `twenty-one` is two. A single word is a contraction (`o'clock`), a number with a decimal
    /// point or comma, thousands separators or a sign (`3.5`, `.5` as `0.5`, `3,5` as `3.5`, `1,000` as `1000`, `-5`),
    /// a fraction (`1 1/2` and `1½` as `1.5`), or an abbreviation with full stops (`a.m.` as `am`). Digits of every
    /// script are numbers: `٣` as `3`. Digits among letters of scripts without spaces are a word: `5分` is two.
    /// - Parameters:
    ///   - text: The text.
    ///   - limit: The most words.
    ///   - orthography: The rules of the language: with a decimal comma, `1.500` is `1500`, and `2,50` is `2.50`; with
    ///     elisions, `l'eau` is `l'` and `eau`; with a dotless i, the lower case of `I` is `ı`.
    public static func tokenize(
        _ text: String, limit: Int = maximumCount, orthography: Orthography = .inUse
    ) -> [Token] {
        let words = orthography.dividing(undivided(text, limit, orthography))
        // All letters of scripts without spaces have three bytes or more.
        let tokens = text.utf8.contains { $0 >= 0xE0 } ? orthography.dividingNumbers(words) : words
        return tokens.count > limit ? Array(tokens.prefix(max(0, limit))) : tokens
    }

    private static func undivided(_ text: String, _ limit: Int, _ orthography: Orthography) -> [Token] {
        let decimalComma = orthography.decimalComma
        // A carriage return and a line feed are one character, so bytes are characters only without carriage returns.
        // The "ı" is no byte.
        let isPlain = text.utf8.allSatisfy { byte in
            byte < 0x80 && byte != 0x0D && !(orthography.dotlessI && byte == UInt8(ascii: "I"))
        }
        if isPlain {
            let bytes = Array(text.utf8)
            let scanner = WordScanner(kinds: bytes.map(CharacterKind.init(ascii:)), decimalComma: decimalComma)
            return scanner.ranges(limit: limit).map { range in
                if range.allSatisfy({ scanner.kinds[$0] == .letter }) {
                    let text = String(unsafeUninitializedCapacity: range.count) { letters in
                        for (place, index) in range.enumerated() { letters[place] = bytes[index] | 0x20 }
                        return range.count
                    }
                    let isCapital =
                        range.count > 1 && bytes[range].allSatisfy { $0 & 0x20 == 0 }
                        && (range.count <= maximumInitials || bytes.contains { 0x61...0x7A ~= $0 })
                    return Token(text: text, range: range, mark: mark(text, range, scanner, isCapital: isCapital))
                }
                let normalized = range.compactMap { normalize(bytes[$0], scanner, at: $0) }
                let text = String(decoding: normalized, as: UTF8.self)
                return Token(text: plain(text, scanner, range), range: range, mark: scanner.mark(of: range))
            }
        }
        let characters = Array(text)
        let kinds = characters.map { CharacterKind($0, decimalComma: decimalComma) }
        let scanner = WordScanner(kinds: kinds, decimalComma: decimalComma)
        return scanner.ranges(limit: limit).map { range in
            var normalized = ""
            for index in range {
                switch scanner.kinds[index] {
                case .letter, .fraction: normalized += orthography.lowercased(characters[index])
                case .digit: normalized += WrittenNumber.digit(characters[index]) ?? String(characters[index])
                case .apostrophe: normalized += "'"
                case .hyphen where scanner.kind(index + 1) == .space: break
                case .hyphen, .dash: normalized += "-"
                case .dot where scanner.kind(index + 1) == .digit: normalized += "."
                case .comma: normalized += ","
                case .slash: normalized += "/"
                case .space where scanner.kind(index - 1) == .digit: normalized += " "
                case .dot, .space, .plus, .parenthesis, .other: break
                }
            }
            if range.allSatisfy({ scanner.kinds[$0] == .letter }) {
                let isCapital =
                    range.count > 1 && characters[range].allSatisfy(\.isUppercase)
                    && (range.count <= maximumInitials || characters.contains(where: \.isLowercase))
                let mark = mark(normalized, range, scanner, isCapital: isCapital)
                return Token(text: normalized, range: range, mark: mark)
            }
            return Token(text: plain(normalized, scanner, range), range: range, mark: scanner.mark(of: range))
        }
    }

    /// The most letters of a word in capitals in a text without small letters: some recognizers write all words so.
    private static let maximumInitials = 3

    /// Returns the mark of a word of letters.
    private static func mark(
        _ text: String, _ range: Range<Int>, _ scanner: WordScanner, isCapital: Bool
    ) -> Token.Mark? {
        if scanner.hasApostropheBehind(range), let last = text.last, "sxz".contains(last) { return .possessive }
        return isCapital ? .capitals : nil
    }

    private static func plain(_ text: String, _ scanner: WordScanner, _ range: Range<Int>) -> String {
        let kinds = scanner.kinds[range]
        if kinds.contains(.slash) || kinds.contains(.fraction) {
            return WrittenFraction.plain(text, decimalComma: scanner.decimalComma)
        }
        let hasDot = kinds.contains(.dot)
        let text = hasDot ? WrittenNumber.withWholePart(text) : text
        guard kinds.contains(.comma) || scanner.decimalComma && hasDot else { return text }
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

    /// Returns a character of a word in lower case; nil when it is no part of the word's text.
    private static func normalize(_ byte: UInt8, _ scanner: WordScanner, at index: Int) -> UInt8? {
        switch scanner.kinds[index] {
        case .letter: byte | 0x20
        case .dot: scanner.kind(index + 1) == .digit ? byte : nil
        // A whole number is before its fraction: "1 1/2".
        case .space: scanner.kind(index - 1) == .digit ? byte : nil
        case .hyphen: scanner.kind(index + 1) == .space ? nil : byte
        case .plus, .parenthesis, .other: nil
        default: byte
        }
    }
}
