/// The ways in which a model may write words, and the tokens that each may consist of. They are kept from search to
/// search.
final class WordSpellings {
    /// A way to write a word.
    final class Spelling {
        /// The words that it stands for.
        let words: [String]
        let bytes: [UInt8]
        /// Whether it follows a digit without a space.
        let followsDigit: Bool
        /// The tokens that may stand at each byte, as they become known.
        private var tokens: [Int: [(token: Int32, end: Int)]] = [:]

        fileprivate init(_ word: String, _ text: String, followsDigit: Bool = false) {
            words = word.split(separator: " ").map(String.init)
            bytes = Array(((followsDigit ? "" : " ") + text).utf8)
            self.followsDigit = followsDigit
        }

        /// Returns the tokens at a byte, each with the byte after it.
        func tokens(at byte: Int, of table: TokenTable) -> [(token: Int32, end: Int)] {
            if let known = tokens[byte] { return known }
            let found = table.tokens(in: bytes, from: byte)
            tokens[byte] = found
            return found
        }
    }

    /// The words that are kept at most.
    private static let capacity = 100_000
    /// The most letters of a word that may be written as an abbreviation, such as `TV` and `p.m.`.
    private static let maximumAbbreviationLength = 3

    let table: TokenTable
    private var known: [String: [Spelling]] = [:]

    init(_ table: TokenTable) { self.table = table }

    /// Returns the spellings of a word.
    /// - Parameter number: The number that it is; nil for other words.
    func spellings(of word: String, number: Int?) -> [Spelling] {
        if let spellings = known[word] { return spellings }
        if known.count >= Self.capacity { known = [:] }
        let spellings = Self.make(word, number)
        known[word] = spellings
        return spellings
    }

    private static func make(_ word: String, _ number: Int?) -> [Spelling] {
        var texts: [String] = []
        var glued: [String] = []
        // Several words are found one by one.
        if !word.contains(" ") {
            texts = [word, word.prefix(1).uppercased() + word.dropFirst()]
            if word.count <= maximumAbbreviationLength {
                let dotted = word.map { "\($0)." }.joined()
                texts += [word.uppercased(), dotted, dotted.uppercased()]
                // As in 9pm.
                if word.count > 1 { glued += [word, word.uppercased()] }
            }
        } else {
            let joined = word.split(separator: " ").joined(separator: "-")
            texts = [joined, joined.prefix(1).uppercased() + joined.dropFirst()]
        }
        if let number {
            texts.append(String(number))
            // The digits of a code, and the minutes of a time: 6:30, 6.30, 630.
            if number < 100 { glued.append(String(number)) }
            if 10..<60 ~= number { glued += [":\(number)", ".\(number)"] }
        }
        var seen: Set<String> = []
        return texts.filter { seen.insert($0).inserted }.map { Spelling(word, $0) }
            + glued.map { Spelling(word, $0, followsDigit: true) }
    }
}
