/// The rules by which a language divides what is written into words and numbers.
public struct Orthography: Sendable, Hashable {
    /// Whether numbers have a comma before their decimals, and points between their thousands: `1.500,25`.
    var decimalComma: Bool
    /// Words that are written together with the next one, with an apostrophe for their last letter: `l` in `l'eau`.
    public var elisions: Set<String>
    /// Whether the capital of `ı` is `I`, and that of `i` is `İ`, as in Turkish.
    public var dotlessI: Bool
    /// The numbers in ideographs that are found within text without spaces: `三十`.
    var numerals: Set<String> = []
    /// The words that count directly behind a number in text without spaces: `分`.
    var counters: Set<String> = []
    /// The words behind digits that make them an ordinal in text without spaces: `番目`.
    var ordinalSuffixes: Set<String> = []

    /// Creates rules; without arguments those of English.
    public init(decimalComma: Bool = false, elisions: Set<String> = [], dotlessI: Bool = false) {
        (self.decimalComma, self.elisions, self.dotlessI) = (decimalComma, elisions, dotlessI)
    }

    /// The rules of the language in use.
    public static let inUse = Language.inUse.orthography
}

extension Language {
    /// The rules by which text is divided into words.
    public var orthography: Orthography {
        var orthography = Orthography(
            decimalComma: numbers.decimalComma, elisions: elisions ?? [],
            dotlessI: Orthography.hasDotlessI(numbers.language))
        orthography.setNumerals(self)
        return orthography
    }
}

extension Orthography {
    /// Returns whether a language, given by its BCP 47 tag, has the letter `ı`.
    static func hasDotlessI(_ tag: String) -> Bool { ["tr", "az"].contains(Language.code(of: tag)) }

    /// Returns a text in lower case.
    package func lowercased(text: String) -> String {
        dotlessI ? text.map { lowercased($0) }.joined() : text.lowercased()
    }

    /// Returns a letter in lower case.
    func lowercased(_ letter: Character) -> String {
        switch letter {
        case "I" where dotlessI: "ı"
        case "İ" where dotlessI: "i"
        default: letter.lowercased()
        }
    }

    /// Returns the words with each elided one as a word of its own: `l'` and `eau` for `l'eau`.
    func dividing(_ tokens: [Token]) -> [Token] {
        guard !elisions.isEmpty else { return tokens }
        return tokens.flatMap { token in
            var (words, rest) = ([Token](), token)
            while let apostrophe = rest.text.firstIndex(of: "'") {
                let (first, next) = (rest.text[..<apostrophe], rest.text[rest.text.index(after: apostrophe)...])
                guard elisions.contains(String(first)), !next.isEmpty else { break }
                let end = min(rest.range.lowerBound + first.count, rest.range.upperBound - 1)
                words.append(Token(text: String(first) + "'", range: rest.range.lowerBound..<end))
                rest = Token(text: String(next), range: min(end + 1, rest.range.upperBound)..<rest.range.upperBound)
            }
            return words + [rest]
        }
    }
}
