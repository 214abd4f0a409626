/// The role of a character in the division of a text into words.
enum CharacterKind: UInt8 {
    case letter, digit, fraction, apostrophe, hyphen, dash, plus, dot, comma, slash, parenthesis, space, other

    init(ascii byte: UInt8) {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): self = .letter
        case UInt8(ascii: "0")...UInt8(ascii: "9"): self = .digit
        case UInt8(ascii: "'"): self = .apostrophe
        case UInt8(ascii: "-"): self = .hyphen
        case UInt8(ascii: "+"): self = .plus
        case UInt8(ascii: "."): self = .dot
        case UInt8(ascii: ","): self = .comma
        case UInt8(ascii: "/"): self = .slash
        case UInt8(ascii: "("), UInt8(ascii: ")"): self = .parenthesis
        case UInt8(ascii: " "): self = .space
        default: self = .other
        }
    }

    /// Creates the kind of a character.
    /// - Parameters:
    ///   - character: The character.
    ///   - decimalComma: Whether the language writes a comma before the decimals of a number.
    init(_ character: Character, decimalComma: Bool = false) {
        if let byte = character.asciiValue {
            self.init(ascii: byte)
        } else {
            switch character {
            case "\u{2018}", "\u{2019}", "\u{02BC}", "\u{FF07}": self = .apostrophe
            case "\u{2010}", "\u{2011}", "\u{2212}": self = .hyphen
            case "\u{2013}": self = .dash
            case "\u{2044}": self = .slash
            case "\u{A0}", "\u{202F}": self = .space
            // The points and commas of Arabic and of wide digits.
            case "\u{66B}": self = decimalComma ? .comma : .dot
            case "\u{66C}": self = decimalComma ? .dot : .comma
            case "\u{FF0E}": self = .dot
            case "\u{FF0C}": self = .comma
            default:
                if WrittenNumber.digit(character) != nil {
                    self = .digit
                } else if WrittenFraction.value(of: character) != nil {
                    self = .fraction
                } else {
                    self = character.isLetter || character.isNumber ? .letter : .other
                }
            }
        }
    }

    var isAlphanumeric: Bool { self == .letter || self == .digit || self == .fraction }
}
