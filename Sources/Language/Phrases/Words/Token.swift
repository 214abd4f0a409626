/// A word of a text, and its place.
public struct Token: Sendable, Hashable {
    /// The sign at a word, or the writing of it, that is not in its text.
    enum Mark: Sendable, Hashable {
        /// A hyphen or a slash behind other digits: before the `2` of `1-2`.
        case joined
        /// A plus sign: `+49`.
        case plus
        /// A hyphen and a space: `- 18`, which is the number -18, but also the end of a name: `Hits - 80s`.
        case minus
        /// A sign at a number for which the word itself stands: `percent` for `%`.
        case sign
        /// Parentheses around a digit: `+49 (0)30`.
        case enclosed
        /// Capitals only: `ABC`.
        case capitals
        /// An apostrophe behind the last letter, an `s`, `x` or `z`: `James' birthday`.
        case possessive
    }

    /// The word in lower case with straight apostrophes (`what's`), as pronouncing dictionaries spell it.
    public let text: String
    /// The word without apostrophes (`whats`) and with `ss` for `ß`, the form in which words are compared.
    public let key: String
    /// The place of the word, in characters of the text.
    public let range: Range<Int>
    /// The sign at the word, or its writing.
    private let mark: Mark?

    /// Creates a word from normalized text, such as the text that ``Words/tokenize(_:limit:orthography:)`` returns.
    public init(text: String, range: Range<Int>) { self.init(text: text, range: range, mark: nil) }

    /// Creates a word with the sign at it.
    init(text: String, range: Range<Int>, mark: Mark?) {
        (self.text, self.range, self.mark) = (text, range, mark)
        key = Words.key(of: text)
    }

    /// Returns a part of the word. The first one has the sign before the word.
    package func part(_ text: String, _ range: Range<Int>) -> Token {
        Token(text: text, range: range, mark: range.lowerBound == self.range.lowerBound ? mark : nil)
    }

    /// Whether a plus sign is before the digits, as in an international telephone number.
    package var hasPlus: Bool { mark == .plus }

    /// Whether a hyphen and a space are before the digits.
    var hasMinus: Bool { mark == .minus }

    /// Whether the word stands for a sign at a number: `percent` for `%`.
    package var isSign: Bool { mark == .sign }

    /// Whether the word is a digit in parentheses, such as the zero of `+49 (0)30`.
    package var isEnclosed: Bool { mark == .enclosed }

    /// Whether an apostrophe behind the word makes it a possessive: `James' birthday`.
    package var isPossessive: Bool { mark == .possessive }

    /// Whether the word was written as letters that are said one by one: `ABC`, `A.B.C.`.
    package var isSpelled: Bool {
        if mark == .capitals { return true }
        let count = text.utf8.count
        return count > 1 && range.count == count * 2 - 1 && text.utf8.allSatisfy { 0x61...0x7A ~= $0 }
    }

    /// Whether the word ends with a digit, as numbers do that may have a sign.
    package var endsWithDigit: Bool { text.utf8.last.map { 0x30...0x39 ~= $0 } == true }

    /// Whether the word is a whole number with separators of thousands, such as `1,000`, whose text is `1000`: no year
    /// and no time of day.
    package var isGrouped: Bool {
        (mark == nil || mark == .joined) && text.utf8.count > 3 && text.utf8.count < range.count
            && text.utf8.allSatisfy { 0x30...0x39 ~= $0 }
    }

    /// The key, which begins with `/` for digits behind a hyphen or a slash.
    fileprivate var numberKey: String { mark == .joined || mark == .minus ? "/" + key : key }
}

extension Collection<Token> {
    /// The keys of the words for readers of numbers and times, which do not take digits on from one that begins with
    /// `/`: the `1` and the `2` of `1-2` are not 12.
    package var numberKeys: [String] { prefix(1).map(\.key) + dropFirst().map(\.numberKey) }
}
