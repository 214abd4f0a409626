import SaybusPhrases

/// The possible content of a slot.
enum SlotKind: Sendable, Hashable {
    /// Any one or more words.
    case open
    /// A value of a list, given by its index.
    case list(Int)
    /// A number, in the range if there is one.
    case number(NumberRange?)
    /// A whole number. A number outside the range is accepted as spoken, and marked as unmatched.
    case integer(NumberRange?)
    /// A whole number, or a year as it is said: `nineteen eighty four`.
    case wholeNumber
    /// An ordinal: `third`.
    case ordinal
    /// Digits, said one by one or in pairs. Another number of digits than required is accepted as spoken, and
    /// marked as unmatched.
    case digits(Int?)
    /// Four digits, said one by one, in pairs, or as a number.
    case fourDigits
    /// A telephone number.
    case phoneNumber
    /// Letters and digits.
    case alphanumeric
    /// A date, a time of day, or a duration.
    case time(TimeParser.Kind)

    /// Creates the built-in type with a name; nil when there is none. Alexa's list types accept any words, because
    /// their values are not part of this package: see ``isAlexaList(_:)``.
    init?(builtIn name: String) {
        switch name {
        case PhraseTemplate.textType, "entity", "selset", "AMAZON.SearchQuery", "AMAZON.LITERAL": self = .open
        case PhraseTemplate.numberType: self = .number(nil)
        case "integer": self = .integer(nil)
        default:
            switch BuiltInType(name: name) {
            case .wholeNumber: self = .wholeNumber
            case .ordinal: self = .ordinal
            case .digits: self = .digits(nil)
            case .fourDigits: self = .fourDigits
            case .phoneNumber: self = .phoneNumber
            case .alphanumeric: self = .alphanumeric
            case .time(let kind): self = .time(kind)
            // No name stands for the numbers of a range.
            case .number, nil: return nil
            }
        }
    }

    /// Returns whether a name is that of one of Alexa's list types, whose values Amazon does not publish.
    static func isAlexaList(_ name: String) -> Bool {
        name.hasPrefix("AMAZON.") && name.count > 7 && SlotKind(builtIn: name) == nil
    }
}

/// A slot of the patterns: its possible content and its meaning. Patterns with equal slots share them.
struct SlotLabel: Sendable, Hashable {
    var kind: SlotKind
    var name: String
    /// The type as declared.
    var type: String
    /// Whether the slot produces no parameter.
    var isHidden = false
    /// Whether the slot's words count as literal words.
    var isPreferred = false
    /// Whether the slot accepts words that are no value of its list.
    var isOpenList = false
    /// The list of an open slot that accepts words that are no value of it; nil for other slots.
    var list: Int?
    /// The most words of an open slot; nil means no limit.
    var maximumWords: Int?
    /// The beginning of the first word that does not belong to the value: see `PhraseSlot.prefix`. Empty for most
    /// slots.
    var prefix = ""
    /// The end of the last word that does not belong to the value: see `PhraseSlot.suffix`. Empty for most slots.
    var suffix = ""

    /// Whether the value is only a part of its first or last word.
    var isPartOfWords: Bool { !prefix.isEmpty || !suffix.isEmpty }

    /// Returns whether letters that do not belong to the value may precede it in its first word: values of a list,
    /// numbers and times, and, behind an apostrophe or long letters, any words.
    func mayFollow(prefix: String) -> Bool {
        if prefix.isEmpty { return true }
        switch kind {
        case .list, .number, .integer, .wholeNumber, .time: return true
        case .open: return prefix.last == "'" || !isOpenList && prefix.count >= Self.minimumPartOfWords
        default: return false
        }
    }

    /// Returns whether letters that do not belong to the value may follow in its last word: values of a list, numbers
    /// (`3700k`) and, before a long suffix, any words (`pizzatimer`).
    func mayPrecede(suffix: String) -> Bool {
        if suffix.isEmpty { return true }
        switch kind {
        case .list, .number, .integer, .wholeNumber: return true
        // A short one, such as the "s" of a plural, is mostly a part of the words.
        case .open: return !isOpenList && suffix.count >= Self.minimumPartOfWords
        default: return false
        }
    }

    /// The least letters of a prefix or suffix at any words.
    private static let minimumPartOfWords = 4
}
