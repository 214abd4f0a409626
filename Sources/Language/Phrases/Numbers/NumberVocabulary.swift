/// The number words of a language, with their values. All words are in the form of ``Token/key``.
///
/// The vocabulary suits languages in which the parts of a number are said from large to small. Numbers
/// below 100 that are no sum of their words are listed.
public struct NumberVocabulary: Sendable, Equatable, Codable {
    /// The language, as a BCP 47 tag.
    public var language: String
    /// The words for 0…19, and for other numbers below 100 that are one word: `einundzwanzig`.
    public var units: [String: Int]
    /// The words for 20, 30, … 90; also for 10 where units follow it: `on bir` is 11.
    public var tens: [String: Int]
    /// Numbers below 100 of several words, with single spaces, that are not a ten and a unit: `soixante dix` is 70,
    /// `vingt et un` 21. Absent means none.
    public var compounds: [String: Int]?
    /// Further words for digits, which are said among other digits only: `oh`.
    public var extraDigits: [String: Int]
    /// Words that repeat the following digit, with the count: `double` is 2.
    public var repeaters: [String: Int]
    /// The words for 100, which a number up to 99 may precede.
    public var hundreds: Set<String>
    /// The words for 1000 and more, which a number up to 999 may precede.
    public var scales: [String: Double]
    /// The words for 100 and more that need no word before them: `hundert`. Absent means none.
    public var standingAlone: Set<String>?
    /// The ordinals of 1…19 and of the tens.
    public var ordinals: [String: Int]
    /// The ordinals of 100 and of the scales.
    public var ordinalScales: [String: Double]
    /// The suffixes that make digits an ordinal: `th` in `4th`.
    public var ordinalSuffixes: Set<String>
    /// Fractions of one, said after a count or a conjunction. Those named like ordinals, such as `third`, need a count
    /// or an article.
    public var fractions: [String: Double]
    /// Words for several things, said after an article, a count, or half and an article: `dozen` is 12. Absent means
    /// none.
    public var collectives: [String: Double]?
    /// Words for 1 that are said only before another part: `a hundred`.
    public var articles: Set<String>
    /// Words that join hundreds and fractions.
    public var conjunctions: Set<String>
    /// Words between a ten and a unit: `y`, as in `treinta y cinco`. Absent means none.
    public var tensConjunctions: Set<String>?
    /// Words for the decimal point.
    public var points: Set<String>
    /// Words for the minus sign.
    public var signs: Set<String>
    /// Words for the plus sign of a telephone number. Absent means none.
    public var plusSigns: Set<String>?

    /// The sign before the decimals of a number in digits, `.` or `,`. The other one separates thousands. Absent means
    /// `.`.
    public var decimalSign: String?

    /// Whether numbers have a comma before their decimals, and points between their thousands: `1.500,25`.
    public var decimalComma: Bool { decimalSign == "," }

    /// Words for several hundreds, which a number below 100 may follow: `doscientos` is 200. Absent means none.
    public var severalHundreds: [String: Int]?
    /// Whether the words of a number from 100 on may be joined: `zweihundertfünfzig`. Absent means no.
    public var joinsWords: Bool?

    /// The rules of the language in use, with the signs of these numbers.
    var orthography: Orthography {
        var orthography = Orthography.inUse
        (orthography.decimalComma, orthography.dotlessI) = (decimalComma, Orthography.hasDotlessI(language))
        orthography.setNumerals(self)
        return orthography
    }

    /// The first value that would be lost or read as another one; nil when all are usable.
    var problem: String? {
        let several = (severalHundreds ?? [:]).sorted { $0.key < $1.key }
        guard let (word, value) = several.first(where: { !(100...900 ~= $0.value && $0.value % 100 == 0) }) else {
            return nil
        }
        return "severalHundreds: \(word) is \(value), but must be a whole hundred from 100 to 900"
    }

    /// The most words of a compound: `quatre vingt dix sept`.
    private static let maximumCompoundWords = 4

    /// Returns the longest of ``compounds`` with which words begin, and the number of its words.
    package func compound(of words: ArraySlice<String>) -> (value: Int, count: Int)? {
        guard let compounds, words.count > 1 else { return nil }
        for count in stride(from: min(Self.maximumCompoundWords, words.count), to: 1, by: -1) {
            if let value = compounds[words.prefix(count).joined(separator: " ")] { return (value, count) }
        }
        return nil
    }

    /// Returns whether a word is an ordinal: `third`, `hundredth`.
    func isOrdinal(_ word: String) -> Bool { ordinals[word] != nil || ordinalScales[word] != nil }

    /// Returns whether a fraction, other than a half or a quarter, is named like an ordinal: `third`, `thirds`.
    func isNamedAsOrdinal(_ fraction: String) -> Bool {
        guard let value = fractions[fraction], value != 0.5, value != 0.25 else { return false }
        // "Drittel" is more than the plural of "dritte".
        return isOrdinal(fraction) || fraction.hasSuffix("s") && isOrdinal(String(fraction.dropLast()))
    }

    /// The shortest words for a half and a quarter, which are those after an article: `half`, not `halves`, and
    /// `quarter`, not `fourths`.
    var singleFractions: [String] {
        [0.5, 0.25].compactMap { value -> String? in
            let words = fractions.filter { $0.value == value }.keys
            let others = words.filter { !isOrdinal(String($0.dropLast())) }
            return (others.isEmpty ? Array(words) : others).min { ($0.count, $0) < ($1.count, $1) }
        }.sorted()
    }

    /// The words for a half that stand directly behind a whole number, as in `iki buçuk`, where no word joins the two.
    var joinedHalves: [String] { conjunctions.isEmpty ? fractions.filter { $0.value == 0.5 }.keys.sorted() : [] }

    /// The words for a quarter, of which three may follow a number.
    var quarters: [String] { fractions.filter { $0.value == 0.25 }.keys.sorted() }

    /// All words that can occur in a number.
    public var words: Set<String> {
        var words: Set<String> = []
        for table in [units, tens, extraDigits, repeaters, ordinals] { words.formUnion(table.keys) }
        for table in [scales, ordinalScales, fractions, collectives ?? [:]] { words.formUnion(table.keys) }
        words.formUnion((severalHundreds ?? [:]).keys)
        for compound in compounds ?? [:] { words.formUnion(compound.key.split(separator: " ").map(String.init)) }
        for set in [hundreds, articles, conjunctions, tensConjunctions ?? [], points, signs] { words.formUnion(set) }
        return words
    }
}
