import SaybusPhrases

/// What may be said for a slot.
enum SlotKind: Sendable, Hashable {
    /// One word or more, whatever they are.
    case open
    /// A value of a list, by its index.
    case list(Int)
    /// A number, in the range if there is one.
    case number(NumberRange?)
    /// A whole number; what is outside the range is taken as it was said.
    case integer(NumberRange?)
    /// A whole number.
    case wholeNumber
    /// A whole number said as a place: `third`.
    case ordinal
    /// Digits, said one by one or in pairs; another count of them than asked for is taken as it was said.
    case digits(Int?)
    /// Four digits.
    case fourDigits
    /// A telephone number.
    case phoneNumber
    /// Letters and digits.
    case alphanumeric
    /// A date, a time of day, or a length of time.
    case time(TimeParser.Kind)

    /// The built-in type of a name; nil when there is none. Alexa's list types, whose values are not here, take any
    /// words: ``isAlexaList(_:)``.
    init?(builtIn name: String) {
        switch name {
        case PhraseTemplate.textType, "entity", "selset", "AMAZON.SearchQuery", "AMAZON.LITERAL": self = .open
        case PhraseTemplate.numberType: self = .number(nil)
        case "integer": self = .integer(nil)
        case "digits": self = .digits(nil)
        case "AMAZON.NUMBER": self = .wholeNumber
        case "AMAZON.FOUR_DIGIT_NUMBER": self = .fourDigits
        case "AMAZON.Ordinal", "AMAZON.ORDINAL": self = .ordinal
        case "AMAZON.PhoneNumber": self = .phoneNumber
        case "AMAZON.AlphaNumeric": self = .alphanumeric
        case "AMAZON.DATE": self = .time(.date)
        case "AMAZON.TIME": self = .time(.time)
        case "AMAZON.DURATION": self = .time(.duration)
        default: return nil
        }
    }

    /// Whether a name is one of Alexa's list types: those whose values Amazon keeps.
    static func isAlexaList(_ name: String) -> Bool {
        name.hasPrefix("AMAZON.") && name.count > 7 && SlotKind(builtIn: name) == nil
    }
}

/// A slot of the patterns: what may be said, and what becomes of it. Patterns that have equal slots share them.
struct SlotLabel: Sendable, Hashable {
    var kind: SlotKind
    var name: String
    /// As declared.
    var type: String
    /// Whether it gives no parameter.
    var isHidden = false
    /// Whether its words count like literal words.
    var isPreferred = false
    /// Whether it takes what is no value of its list.
    var isOpenList = false
    /// The most words of an open slot; nil for any number.
    var maximumWords: Int?
}
