/// A built-in type of slots whose values are numbers, digits, dates or times.
public enum BuiltInType: Sendable, Hashable {
    /// A whole number below 100 000, or its negative.
    case wholeNumber
    /// An ordinal up to the 100th.
    case ordinal
    /// Digits, said one by one or in pairs.
    case digits
    /// Four digits, said one by one, in pairs, or as a number of thousands.
    case fourDigits
    /// A telephone number.
    case phoneNumber
    /// Letters and digits.
    case alphanumeric
    /// A date, a time of day, or a duration.
    case time(TimeParser.Kind)
    /// A whole number of at most some digits, or its negative, and decimals if they are possible.
    case number(digits: Int, hasDecimals: Bool)

    /// Creates the type with a name; nil when there is none.
    public init?(name: String) {
        switch name {
        case "AMAZON.NUMBER": self = .wholeNumber
        case "AMAZON.Ordinal", "AMAZON.ORDINAL": self = .ordinal
        case "digits": self = .digits
        case "AMAZON.FOUR_DIGIT_NUMBER": self = .fourDigits
        case "AMAZON.PhoneNumber": self = .phoneNumber
        case "AMAZON.AlphaNumeric": self = .alphanumeric
        case "AMAZON.DATE": self = .time(.date)
        case "AMAZON.TIME": self = .time(.time)
        case "AMAZON.DURATION": self = .time(.duration)
        default: return nil
        }
    }

    /// Creates the type of the numbers of a range, and of all others with as many digits: a number outside of the
    /// range is to be recognized as what it is, not as one inside. Nil when the numbers have more than three digits.
    public init?(numbersLike range: NumberRange) {
        let largest = max(abs(range.lowerBound), abs(range.upperBound))
        guard largest < 1000 else { return nil }
        self = .number(digits: largest < 100 ? 2 : 3, hasDecimals: range.hasDecimals)
    }

    /// Returns the ways to say the type's values that a recognizer can expect. The parsers of this module read all of
    /// them, and more: a larger grammar causes more recognition errors.
    ///
    /// Among them are halves and quarters, also of whole numbers, and negative numbers, also of other ranges: what is
    /// no value is to be recognized and refused, not taken for another number.
    public func expression(in language: Language = .inUse) -> WordExpression {
        let numbers = NumberExpressions(vocabulary: language.numbers)
        let digits = DigitExpressions(numbers: numbers)
        let sign: WordExpression = .optional(.phrases(language.numbers.signs.sorted()))
        switch self {
        case .wholeNumber: return .sequence([sign, .choice([numbers.whole, numbers.mixed])])
        case .ordinal: return .choice([numbers.ordinals(1...99), .phrases(language.numbers.hundredth)])
        case .digits: return digits.digits
        case .fourDigits: return digits.fourDigits
        case .phoneNumber: return digits.phoneNumber
        case .alphanumeric: return digits.codes
        case .time(.date): return DateExpressions(vocabulary: language.times, numbers: numbers).dates
        case .time(.duration): return DurationExpressions(vocabulary: language.times, numbers: numbers).durations
        case .time(.time):
            let parser = TimeParser(language.times, numbers: language.numbers)
            return ClockExpressions(vocabulary: language.times, numbers: numbers, parser: parser).times
        case .number(let count, let hasDecimals):
            let whole = count <= 2 ? numbers.upToHundred : numbers.below1000()
            let plain: WordExpression = hasDecimals ? .sequence([whole, .optional(numbers.decimals)]) : whole
            return .sequence([sign, .choice([plain, numbers.mixed])])
        }
    }
}

extension NumberVocabulary {
    fileprivate var hundredth: [String] { ordinalScales.filter { $0.value == 100 }.keys.sorted() }
}
