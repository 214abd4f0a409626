/// The division of text into spoken words, without punctuation and capitals.
public enum Words {
    /// The most words of a text. A caller that must detect a longer text asks for one word more.
    public static let maximumCount = 4096

    /// Returns the first `limit` words of a text.
    ///
    /// Hyphens separate words: `twenty-one` is two. A single word is a contraction (`o'clock`), a number with a decimal
    /// point or comma, thousands separators or a sign (`3.5`, `3,5` as `3.5`, `1,000` as `1000`, `-5`), or an
    /// abbreviation with full stops (`a.m.` as `am`).
    public static func tokenize(_ text: String, limit: Int = maximumCount) -> [Token] {
        // A carriage return and a line feed are one character, so bytes are characters only without carriage returns.
        if text.utf8.allSatisfy({ $0 < 0x80 && $0 != 0x0D }) {
            let bytes = Array(text.utf8)
            let scanner = WordScanner(kinds: bytes.map(CharacterKind.init(ascii:)))
            return scanner.ranges(limit: limit).map { range in
                let normalized = range.compactMap { index in
                    bytes[index] == UInt8(ascii: ",") && scanner.digits(after: index) != 3
                        ? UInt8(ascii: ".") : normalize(bytes, at: index)
                }
                return Token(text: String(decoding: normalized, as: UTF8.self), range: range)
            }
        }
        let characters = Array(text)
        let kinds = characters.map(CharacterKind.init)
        let scanner = WordScanner(kinds: kinds)
        return scanner.ranges(limit: limit).map { range in
            var normalized = ""
            for index in range {
                switch kinds[index] {
                case .letter, .digit: normalized += characters[index].lowercased()
                case .apostrophe: normalized += "'"
                case .hyphen: normalized += "-"
                case .dot where kinds[index - 1] == .digit: normalized += "."
                case .comma where scanner.digits(after: index) != 3: normalized += "."
                case .dot, .comma, .other: break
                }
            }
            return Token(text: normalized, range: range)
        }
    }

    /// Returns the normalized words without their places.
    public static func normalize(_ text: String) -> [String] { tokenize(text).map(\.text) }

    /// Returns a normalized word without its apostrophes, the form in which words are compared.
    public static func key(of word: String) -> String {
        word.utf8.contains(UInt8(ascii: "'")) ? word.filter { $0 != "'" } : word
    }

    private static func normalize(_ bytes: [UInt8], at index: Int) -> UInt8? {
        let byte = bytes[index]
        switch byte {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): return byte | 0x20
        // A full stop is never the first character of a word, so a character precedes it.
        case UInt8(ascii: "."): return CharacterKind(ascii: bytes[index - 1]) == .digit ? byte : nil
        case UInt8(ascii: ","): return nil
        default: return byte
        }
    }
}
