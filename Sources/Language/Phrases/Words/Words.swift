/// Splits text into words as they are spoken: punctuation and capitals mean nothing.
public enum Words {
    /// How many words a text may have; whoever needs to tell a longer one asks for one word more.
    public static let maximumCount = 4096

    /// The words of a text, the first `limit` of them.
    ///
    /// Hyphens split (`twenty-one` is two words). One word are: a contraction (`o'clock`), a number with a decimal
    /// point, thousands separators or a sign (`3.5`, `1,000` as `1000`, `-5`), letters with full stops (`a.m.` as `am`).
    public static func tokenize(_ text: String, limit: Int = maximumCount) -> [Token] {
        // A carriage return may be half of a character, so bytes are characters only without it.
        if text.utf8.allSatisfy({ $0 < 0x80 && $0 != 0x0D }) {
            let bytes = Array(text.utf8)
            return WordScanner(kinds: bytes.map(CharacterKind.init(ascii:))).ranges(limit: limit).map { range in
                let normalized = range.compactMap { normalize(bytes, at: $0) }
                return Token(text: String(decoding: normalized, as: UTF8.self), range: range)
            }
        }
        let characters = Array(text)
        let kinds = characters.map(CharacterKind.init)
        return WordScanner(kinds: kinds).ranges(limit: limit).map { range in
            var normalized = ""
            for index in range {
                switch kinds[index] {
                case .letter, .digit: normalized += characters[index].lowercased()
                case .apostrophe: normalized += "'"
                case .hyphen: normalized += "-"
                case .dot where kinds[index - 1] == .digit: normalized += "."
                case .dot, .comma, .other: break
                }
            }
            return Token(text: normalized, range: range)
        }
    }

    /// The normalized words alone.
    public static func normalize(_ text: String) -> [String] { tokenize(text).map(\.text) }

    /// A normalized word without its apostrophes: what words are compared by.
    public static func key(of word: String) -> String {
        word.utf8.contains(UInt8(ascii: "'")) ? word.filter { $0 != "'" } : word
    }

    private static func normalize(_ bytes: [UInt8], at index: Int) -> UInt8? {
        let byte = bytes[index]
        switch byte {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): return byte | 0x20
        // A word's first character is never a full stop, so there is one before it.
        case UInt8(ascii: "."): return CharacterKind(ascii: bytes[index - 1]) == .digit ? byte : nil
        case UInt8(ascii: ","): return nil
        default: return byte
        }
    }
}
