/// The words in which a language says numbers, by their values; all as ``Token/key``.
///
/// A language whose numbers go from large to small, a word a part, is another table.
public struct NumberVocabulary: Sendable, Equatable, Codable {
    /// BCP 47.
    public var language: String
    /// 0…19: words that say a number alone.
    public var units: [String: Int]
    /// 20, 30, … 90.
    public var tens: [String: Int]
    /// Further words for digits, only said among other digits: `oh`.
    public var extraDigits: [String: Int]
    /// How often the digit after the word is meant: `double`.
    public var repeaters: [String: Int]
    /// 100, which a number up to 99 may precede.
    public var hundreds: Set<String>
    /// 1000 and more, which a number up to 999 may precede.
    public var scales: [String: Double]
    /// Ordinals of 1…19 and of the tens.
    public var ordinals: [String: Int]
    /// Ordinals of the hundred and the scales.
    public var ordinalScales: [String: Double]
    /// What makes digits an ordinal: `th` in `4th`.
    public var ordinalSuffixes: Set<String>
    /// Parts of one, after a count or a conjunction.
    public var fractions: [String: Double]
    /// One, only before another part: `a hundred`.
    public var articles: Set<String>
    /// Joins hundreds and fractions.
    public var conjunctions: Set<String>
    /// The decimal point.
    public var points: Set<String>
    /// The minus sign.
    public var signs: Set<String>

    /// Every word that can occur in a number.
    public var words: Set<String> {
        var words: Set<String> = []
        for table in [units, tens, extraDigits, repeaters, ordinals] { words.formUnion(table.keys) }
        for table in [scales, ordinalScales, fractions] { words.formUnion(table.keys) }
        for set in [hundreds, articles, conjunctions, points, signs] { words.formUnion(set) }
        return words
    }
}
